/** What a package of `packages/` may build on. */
export interface Layer {
  /** The tag in the package's turbo.json, by which `turbo boundaries` knows the layer. */
  tag: string;
  /** The packages its sources may import; `"any"` for those that put everything together. */
  imports: readonly string[] | "any";
  /** What its tests may import besides. */
  testImports?: readonly string[];
  /** The doors that only open on Node; from all others, no import may lead to a Node module. */
  nodeDoors?: readonly string[] | "all";
}

/**
 * The layers, from the bottom up: types ← { bridge, http } ← card ← { client, server } ← the rest. Client and server meet on
 * the wire, never by import. turbo.json says the same in tags.
 */
export const layers: Readonly<Record<string, Layer>> = {
  types: { tag: "layer-types", imports: [], nodeDoors: ["node"] },
  bridge: { tag: "layer-bridge", imports: ["types"] },
  http: { tag: "layer-http", imports: ["types"], nodeDoors: ["node"] },
  card: { tag: "layer-card", imports: ["types", "bridge", "http"] },
  client: { tag: "layer-agent", imports: ["types", "bridge", "http", "card"], nodeDoors: ["node", "config"] },
  server: { tag: "layer-agent", imports: ["types", "bridge", "http", "card"], nodeDoors: ["node", "sqlite"] },
  "tool-wrapper": { tag: "layer-tool", imports: ["types", "card", "client"], testImports: ["server"] },
  cli: { tag: "layer-host", imports: "any", nodeDoors: "all" },
};
