import { expect, it } from "vitest";
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
