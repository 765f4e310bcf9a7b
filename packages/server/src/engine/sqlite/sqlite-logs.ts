import type { DatabaseSync } from "node:sqlite";
import type { TaskHead } from "../rules/head.ts";
import { before, fromLines, toLines } from "../text/entry-lines.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { TaskPieces } from "../text/task-text.ts";
import { type Sql, statementsOf } from "./file/statements.ts";

/** Event keys are `task key * this + seq`: two million events per task, four billion tasks. */
export const EVENTS_PER_TASK = 2 ** 21;

/** How many entries, and characters of them, share a row: a reader has to parse whole rows. */
const ENTRIES_PER_ROW = 64;
const ROW_SIZE = 65_536;

/** The tables of events and snapshots. A row of events has consecutive entries of one task, and the key of the last of them. */
export class SqliteLogs {
  readonly #sql: Sql;

  constructor(database: DatabaseSync) {
    this.#sql = statementsOf(database);
  }

  append(taskKey: number, entries: readonly TextEntry[]): void {
    for (const row of rowsOf(entries)) {
      const { seq, generation } = before(row);
      const key = taskKey * EVENTS_PER_TASK + seq + row.length;
      this.#sql("insert into event (key, count, generation, entries) values (?, ?, ?, ?)").run(
        key,
        row.length,
        generation,
        toLines(row),
      );
    }
  }

  /** At most `limit` entries after a sequence number. */
  read(taskKey: number, after: number, limit: number): TextEntry[] {
    const base = taskKey * EVENTS_PER_TASK;
    const found: TextEntry[] = [];
    const rows = this.#sql("select key, count, generation, entries from event where key > ? and key < ? order by key");
    for (const { key, count, generation, entries } of rows.iterate(base + after, base + EVENTS_PER_TASK)) {
      const seq = Number(key) - base - Number(count);
      const row = fromLines(String(entries), { seq, generation: Number(generation) });
      found.push(...(seq < after ? row.slice(after - seq) : row));
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  /** The snapshot of a task that has one. */
  snapshot(taskKey: number): TaskPieces {
    const found = this.#sql("select head, history, artifacts, messages from snapshot where task = ?").get(taskKey);
    return found as unknown as TaskPieces; // the columns are its members
  }

  saveSnapshot(taskKey: number, { seq, size }: TaskHead, pieces: TaskPieces): void {
    const save = `
      insert or replace into snapshot (task, seq, size, messages, head, history, artifacts) values (?, ?, ?, ?, ?, ?, ?)`;
    this.#sql(save).run(taskKey, seq, size, pieces.messages, pieces.head, pieces.history, pieces.artifacts);
  }
}

/** The entries of each row: at most this many, and fewer if they are large. */
function* rowsOf(entries: readonly TextEntry[]): Generator<readonly TextEntry[], void, void> {
  let row: TextEntry[] = [];
  let size = 0;
  for (const entry of entries) {
    if (row.length === ENTRIES_PER_ROW || (row.length > 0 && size + entry.size > ROW_SIZE)) {
      yield row;
      row = [];
      size = 0;
    }
    row.push(entry);
    size += entry.size;
  }
  if (row.length > 0) yield row;
}
