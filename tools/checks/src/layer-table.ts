/** The allowed dependencies of a package. */
export interface Layer {
  /** The tag in the package's turbo.json, by which `turbo boundaries` knows the layer. */
  tag: string;
  /** The packages its sources may import; `"any"` for hosts that combine client and server. */
  imports: readonly string[] | "any";
  /** Further packages that its tests may import. */
  testImports?: readonly string[];
  /** The entry points for Node only; from all others, no import may lead to a Node module. */
  nodeEntryPoints?: readonly string[] | "all";
  /** The entry point that Node gets for the name of the package; it repeats the main one. */
  mainOnNode?: string;
}

/**
 * The layers, from the bottom up: types ← { bridge, http } ← card ← { client, server } ← the rest. Client and server meet on
 * the wire, never by import. turbo.json says the same in tags.
 */
export const layers: Readonly<Record<string, Layer>> = {
  types: { tag: "layer-types", imports: [], nodeEntryPoints: ["node"] },
  bridge: { tag: "layer-bridge", imports: ["types"] },
  http: { tag: "layer-http", imports: ["types"], nodeEntryPoints: ["node"] },
  card: { tag: "layer-card", imports: ["types", "bridge", "http"] },
  client: {
    tag: "layer-agent",
    imports: ["types", "bridge", "http", "card"],
    nodeEntryPoints: ["node", "cloud", "config", "oauth-node", "internal/dial"],
    mainOnNode: "node",
  },
  server: {
    tag: "layer-agent",
    imports: ["types", "bridge", "http", "card"],
    nodeEntryPoints: ["node", "sqlite", "backend-node"],
  },
  "tool-wrapper": { tag: "layer-tool", imports: ["types", "card", "client"], testImports: ["server"] },
  postgres: { tag: "layer-tool", imports: ["types", "server"], nodeEntryPoints: "all" },
  grpc: {
    tag: "layer-tool",
    imports: ["types", "bridge"],
    testImports: ["client", "server"],
    nodeEntryPoints: "all",
  },
  "create-a2a": { tag: "layer-host", imports: [], nodeEntryPoints: "all" },
  gateway: {
    tag: "layer-tool",
    imports: ["types", "bridge", "http", "card", "client", "server"],
    nodeEntryPoints: ["node", "sqlite", "config"],
  },
  inspector: {
    tag: "layer-host",
    imports: ["types", "bridge", "http", "card", "client", "server"],
    testImports: ["grpc"],
    nodeEntryPoints: "all",
  },
  cli: { tag: "layer-host", imports: "any", nodeEntryPoints: "all" },
};
