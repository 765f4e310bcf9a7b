import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { TaskRow } from "../rules/task-row.ts";
import { TextEntry } from "../text/log-entry.ts";
import type { TaskPieces } from "../text/task-text.ts";
import { type Columns, EVENTS_PER_TASK } from "./sqlite-task-rows.ts";

/** The tables of events and snapshots. */
export class SqliteLogs {
  readonly #insertEvent: StatementSync;
  readonly #events: StatementSync;
  readonly #snapshot: StatementSync;
  readonly #saveSnapshot: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insertEvent = database.prepare("insert into event (key, generation, answered, json) values (?, ?, ?, ?)");
    this.#events = database.prepare(
      "select key, generation, answered, json from event where key > ? and key < ? order by key limit ?",
    );
    this.#snapshot = database.prepare("select head, history, artifacts, messages from snapshot where task = ?");
    this.#saveSnapshot = database.prepare(`
      insert or replace into snapshot (task, seq, size, messages, head, history, artifacts) values (?, ?, ?, ?, ?, ?, ?)`);
  }

  append(taskKey: number, entries: readonly TextEntry[]): void {
    const base = taskKey * EVENTS_PER_TASK;
    for (const { seq, generation, answered, json } of entries) {
      this.#insertEvent.run(base + seq, generation, answered ?? null, json);
    }
  }

  /** At most `limit` entries after a sequence number. */
  read(taskKey: number, after: number, limit: number): TextEntry[] {
    const base = taskKey * EVENTS_PER_TASK;
    return this.#events.all(base + after, base + EVENTS_PER_TASK, limit).map((columns) => entryOf(columns, base));
  }

  /** The snapshot of a task that has one. */
  snapshot(taskKey: number): TaskPieces {
    return this.#snapshot.get(taskKey) as unknown as TaskPieces; // the columns are its members
  }

  saveSnapshot(taskKey: number, { seq, size }: TaskRow, pieces: TaskPieces): void {
    this.#saveSnapshot.run(taskKey, seq, size, pieces.messages, pieces.head, pieces.history, pieces.artifacts);
  }
}

function entryOf({ key, generation, answered, json }: Columns, base: number): TextEntry {
  const settled = answered === null ? undefined : Number(answered);
  return new TextEntry(Number(key) - base, Number(generation), String(json), settled);
}
