import { expect, it } from "vitest";
import * as z from "zod";
import { readCatalog, toAiCatalog, toApiCatalog } from "./catalog.ts";

const origin = "https://agents.example";
const entries = ["tide", "tax"].map((name) => ({ name, url: `${origin}/agents/${name}/.well-known/agent-card.json` }));

it("reads both forms that it writes", () => {
  expect(readCatalog(toAiCatalog(entries, origin), origin)).toEqual(entries);
  expect(readCatalog(toApiCatalog(entries, origin), origin)).toEqual(entries);
});

it("writes an AI Catalog with identifiers of its host", () => {
  expect(toAiCatalog(entries.slice(0, 1), origin)).toEqual({
    specVersion: "1.0",
    entries: [
      {
        identifier: "urn:air:agents.example:a2a:tide",
        displayName: "tide",
        type: "application/a2a-agent-card+json",
        mediaType: "application/a2a-agent-card+json",
        url: `${origin}/agents/tide/.well-known/agent-card.json`,
      },
    ],
  });
});

// The rules of the conformance tool of ARD (github.com/ards-project/ard-spec), which was run on such a catalog too.
it.each([
  ["https://agents.example", "agents.example"],
  ["https://192.0.2.7:8443", "192.0.2.7"],
  ["https://[2001:db8::7]", "2001-db8--7"],
  ["http://localhost:4000", "agent.localhost"],
  ["http://127.0.0.1:4000", "agent.localhost"],
  ["http://[::1]:4000", "agent.localhost"],
  ["http://127.evil.example", "127.evil.example"],
])("follows the rules of ARD at %s", (host, publisher) => {
  const examples = ["When is high water?", "And low water?", "a", "b", "c", "d"];
  const names = ["tide", "~t", "tide.v2", "tide_2-x"];
  const catalog = toAiCatalog(
    names.map((name) => ({ name, url: `${host}/agents/${name}/card.json`, examples })),
    host,
  );
  const entries = z.array(z.looseObject({ identifier: z.string() })).parse(catalog.entries);
  expect(catalog.specVersion).toBe("1.0");
  expect(catalog).not.toHaveProperty("collections");
  for (const [index, entry] of entries.entries()) {
    expect(entry.identifier).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/);
    expect(entry.identifier.split(":")[2]).toBe(publisher);
    expect(entry).toMatchObject({ displayName: names[index], type: "application/a2a-agent-card+json" });
    expect(["url", "data"].filter((name) => Object.hasOwn(entry, name))).toEqual(["url"]);
    expect(entry.representativeQueries).toEqual(examples.slice(0, 5));
  }
  expect(new Set(entries.map(({ identifier }) => identifier)).size).toBe(names.length);
});

it("names no messages of an agent that has a single example", () => {
  const [entry] = entries;
  const catalog = toAiCatalog(entry ? [{ ...entry, examples: ["When is high water?"] }] : [], origin);
  expect(JSON.stringify(catalog)).not.toContain("representativeQueries");
});

it("reads agents only, by `type` or `mediaType`, with their display names, and resolves relative URLs", () => {
  const card = "application/a2a-agent-card+json";
  const catalog = {
    specVersion: "1.0",
    entries: [
      { identifier: "urn:air:x:mcp:weather", type: "application/mcp-server-card+json", url: `${origin}/mcp` },
      { identifier: "urn:air:x:a2a:tide", displayName: "Tides", type: card, url: "/tide.json", description: "Sea." },
      { identifier: "urn:air:x:a2a:tax", mediaType: card, url: "/tax.json" },
      { identifier: "urn:air:x:mcp:ledger", mediaType: "application/mcp-server-card+json", url: "/ledger.json" },
      { identifier: "urn:air:x:a2a:inline", type: card, data: {} },
      { identifier: "", type: card, url: "/nameless.json" },
      7,
    ],
  };
  expect(readCatalog(catalog, origin)).toEqual([
    { name: "Tides", url: `${origin}/tide.json`, description: "Sea." },
    { name: "tax", url: `${origin}/tax.json` },
  ]);
});

it.each([[null], [[]], [{}], [{ entries: "none" }], [{ linkset: 7 }]])("finds no catalog in %j", (document) => {
  expect(readCatalog(document, origin)).toBeUndefined();
});
