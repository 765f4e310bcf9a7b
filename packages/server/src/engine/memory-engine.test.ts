import { describe, expect, it } from "vitest";
import { engineContract } from "./contract/suite.ts";
import { createMemoryEngine } from "./memory-engine.ts";

engineContract(
  { describe, it, expect },
  {
    name: "the memory engine",
    hasCapacity: true,
    open: async (options) => {
      const engine = createMemoryEngine(options);
      return { engine, close: () => engine.close({ drainMs: 0 }) };
    },
  },
);
