import { describe, expect, it } from "vitest";
import { openShared } from "../../test/shared-store.ts";
import { engineContract } from "./contract/suite.ts";

for (const mode of ["hints", "polling alone"]) {
  engineContract(
    { describe, it, expect },
    {
      name: `an engine on a shared storage, with ${mode},`,
      hasCapacity: true,
      open: async (options) => {
        const { first: engine, close } = openShared(mode === "hints", options);
        return { engine, close };
      },
      openPair: async () => openShared(mode === "hints"),
    },
  );
}
