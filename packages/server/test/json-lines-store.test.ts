import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { type ContractEngineOptions, engineContract, type OpenedEngine } from "@a2a/server/engine-kit";
import { describe, expect, it } from "vitest";
import { createJsonLinesEngine } from "./json-lines-store.ts";
import { temporaryFolder } from "./sqlite-harness.ts";

engineContract({ describe, it, expect }, { name: "an engine on a file of JSON lines", open });

async function open(options: ContractEngineOptions, from?: string): Promise<OpenedEngine> {
  const folder = temporaryFolder();
  const path = join(folder.path, "tasks.jsonl");
  if (from && existsSync(from)) cpSync(from, path);
  const engine = createJsonLinesEngine(path, options);
  const successors: OpenedEngine[] = [];
  return {
    engine,
    close: async () => {
      for (const successor of successors) await successor.close();
      await engine.close({ drainMs: 0 });
      folder[Symbol.dispose]();
    },
    crash: async () => {
      const successor = await open(options, path);
      successors.push(successor);
      return successor;
    },
  };
}
