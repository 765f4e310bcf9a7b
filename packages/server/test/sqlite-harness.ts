import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContractEngineOptions, OpenedEngine } from "../src/engine/contract/kit.ts";
import { createSqliteEngine, type SqliteEngineOptions } from "../src/engine/sqlite/sqlite-engine.ts";

/** A folder for one test; it is removed when it goes out of scope. */
export function temporaryFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "a2a-sqlite-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** An engine in a folder of its own, which can be left as a crash would leave it. */
export function openSqlite(
  options: ContractEngineOptions & Partial<SqliteEngineOptions> = {},
  from?: string,
): OpenedEngine {
  const folder = temporaryFolder();
  try {
    // What a crash leaves behind is what is in the files at that moment.
    if (from) cpSync(from, folder.path, { recursive: true });
    const engine = createSqliteEngine({ ...options, path: join(folder.path, "tasks.db") });
    const successors: OpenedEngine[] = [];
    return {
      engine,
      close: async () => {
        for (const successor of successors) await successor.close();
        await engine.close({ drainMs: 0 });
        folder[Symbol.dispose]();
      },
      crash: async () => {
        const successor = openSqlite(options, folder.path);
        successors.push(successor);
        return successor;
      },
    };
  } catch (error) {
    folder[Symbol.dispose]();
    throw error;
  }
}
