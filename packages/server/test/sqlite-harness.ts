import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { ContractEngineOptions, OpenedEngine } from "../src/engine/contract/kit.ts";
import { createSqliteEngine, type SqliteEngineOptions } from "../src/engine/sqlite/sqlite-engine.ts";
import { SqliteJournal } from "../src/engine/sqlite/sqlite-journal.ts";

/** A temporary folder, removed when it goes out of scope. */
export function temporaryFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "a2a-sqlite-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The number of events that another connection finds: in the table of events, and in the journal before they get there. */
export function committedEvents(database: DatabaseSync): number {
  const saved = Number(database.prepare("select coalesce(sum(count), 0) as n from event").get()?.n);
  const journaled = new SqliteJournal(database).read().values();
  return [...journaled].reduce((sum, { entries }) => sum + entries.length, saved);
}

/** An engine in its own folder, whose crash can be simulated. */
export function openSqlite(
  options: ContractEngineOptions & Partial<SqliteEngineOptions> = {},
  from?: string,
): OpenedEngine {
  const folder = temporaryFolder();
  try {
    // A copy of the files at this moment is the state a crash would leave.
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
