import { type Case, clean, oldest } from "./changes.ts";

/** Cases for the rules about skills and modes. */
export const skillsCases: Case[] = [
  {
    rule: "skill/duplicate-id",
    bad: clean({ "/skills/1/id": "tides" }),
    at: "/skills/1/id",
    good: clean({ "/skills/1/id": "Tides" }),
  },
  {
    rule: "skill/duplicate-name",
    bad: clean({ "/skills/1/name": "tides" }),
    at: "/skills/1/name",
    good: clean({ "/skills/1/name": "Tides, too" }),
  },
  {
    rule: "skill/id-form",
    bad: clean({ "/skills/0/id": "low water?" }),
    at: "/skills/0/id",
    good: clean({ "/skills/0/id": "low-water_2.0:a" }),
  },
  {
    rule: "skill/too-many",
    bad: clean({
      "/skills": Array.from({ length: 201 }, (_, n) => ({ id: `s${n}`, name: `S${n}`, description: "d", tags: ["t"] })),
    }),
    at: "/skills",
    good: clean({
      "/skills": Array.from({ length: 200 }, (_, n) => ({ id: `s${n}`, name: `S${n}`, description: "d", tags: ["t"] })),
    }),
  },
  {
    rule: "skill/duplicate-tag",
    bad: clean({ "/skills/0/tags": ["sea", "Sea"] }),
    at: "/skills/0/tags/1",
    good: clean({ "/skills/0/tags": ["sea", "seas"] }),
  },
  {
    rule: "skill/empty-example",
    bad: clean({ "/skills/0/examples": [" "] }),
    at: "/skills/0/examples/0",
    good: clean({ "/skills/0/examples": [] }),
  },
  {
    rule: "mode/form",
    bad: clean({ "/defaultInputModes": ["text"] }),
    at: "/defaultInputModes/0",
    good: { ...oldest, defaultInputModes: ["text"], authentication: { schemes: [] } },
  },
  {
    rule: "mode/unknown",
    bad: clean({ "/skills/0/outputModes": ["txt/plain"] }),
    at: "/skills/0/outputModes/0",
    good: clean({ "/skills/0/outputModes": ["application/vnd.tide+json; v=1", "*/*"] }),
  },
  {
    rule: "mode/duplicate",
    bad: clean({ "/defaultInputModes": ["text/plain", "Text/Plain"] }),
    at: "/defaultInputModes/1",
    good: clean({ "/defaultInputModes": ["text/plain", "text/html"] }),
  },
];
