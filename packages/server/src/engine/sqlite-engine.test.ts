import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ContractEngineOptions, OpenedEngine } from "./contract/kit.ts";
import { engineContract } from "./contract/suite.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

engineContract({ describe, it, expect }, { name: "the SQLite engine", open: async (options) => open(options) });

function open(options: ContractEngineOptions, from?: string): OpenedEngine {
  const folder = mkdtempSync(join(tmpdir(), "a2a-engine-"));
  // What a crash leaves behind is what is in the files at that moment.
  if (from) cpSync(from, folder, { recursive: true });
  const engine = createSqliteEngine({ ...options, path: join(folder, "tasks.db") });
  const successors: OpenedEngine[] = [];
  return {
    engine,
    close: async () => {
      for (const successor of successors) await successor.close();
      await engine.close({ drainMs: 0 });
      rmSync(folder, { recursive: true });
    },
    crash: async () => {
      const successor = open(options, folder);
      successors.push(successor);
      return successor;
    },
  };
}
