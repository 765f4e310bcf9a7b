import { type Case, clean, first, flow, older, oldest, scheme } from "./changes.ts";

/** Cases for the rules about required. */
export const requiredCases: Case[] = [
  { rule: "required/card", bad: clean({ "/description": undefined }), at: "", good: oldest },
  { rule: "required/interface", bad: clean({ [`${first}/protocolVersion`]: undefined }), at: first, good: older },
  { rule: "required/skill", bad: clean({ "/skills/1/tags": undefined }), at: "/skills/1", good: oldest },
  {
    rule: "required/provider",
    bad: clean({ "/provider/url": undefined }),
    at: "/provider",
    good: clean({ "/provider": undefined }),
  },
  {
    rule: "required/security-scheme",
    bad: clean({ [`${flow}/authorizationCode/tokenUrl`]: undefined }),
    at: `${flow}/authorizationCode`,
    good: scheme({ mtlsSecurityScheme: {} }),
  },
  {
    rule: "required/empty-text",
    bad: clean({ "/skills/0/description": "" }),
    at: "/skills/0/description",
    good: clean({ "/iconUrl": "" }),
  },
  {
    rule: "required/empty-list",
    bad: clean({ "/skills/0/tags": [] }),
    at: "/skills/0/tags",
    good: clean({ "/skills/0/examples": [] }),
  },
];
