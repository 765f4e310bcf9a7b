import { createHash } from "node:crypto";
import {
  ChangeRows,
  foldLog,
  joinTask,
  type LogSnapshot,
  putLargeStrings,
  type TaskHead,
  type TaskPieces,
  type TaskText,
  type TaskView,
  TextEntry,
} from "@a2a/server/engine-kit";
import { fromText, toParameter } from "../database/columns.ts";
import type { Reader, Row } from "../database/connections.ts";
import { headOf, slotOf } from "./task-rows.ts";

/** Strings of so many characters are stored apart from the rows that contain them, once per task. */
export const LARGE_STRINGS = {
  minLength: 65_536,
  hash: (value: string) => createHash("sha256").update(value).digest("base64url"),
};

/** A task as it was read, and the text that its log folds to. */
export interface ReadTask {
  readonly row: TaskHead;
  /** The JSON in a view. */
  json(view: TaskView | undefined): string;
  pieces(): TaskPieces;
}

/** Logs and snapshots, and the large strings in them. */
export class Texts {
  readonly #reader: Reader;
  readonly #schema: string;

  constructor(reader: Reader, schema: string) {
    this.#reader = reader;
    this.#schema = schema;
  }

  /** JSON of one task as it was before its large strings were taken out. */
  restored(task: number, texts: readonly string[]): Promise<readonly string[]> {
    return putLargeStrings(texts.map(fromText), async (hashes) => {
      const statement = `select hash, value from ${this.#schema}.large_string where task = $1 and hash = any($2)`;
      const found = await this.#reader.query(statement, [task, hashes]);
      return new Map(found.map(({ hash, value }) => [String(hash), fromText(String(value))]));
    });
  }

  /** Entries from their columns. */
  async entries(task: number, rows: readonly Row[]): Promise<TextEntry[]> {
    const texts = await this.restored(task, rows.map(({ json }) => String(json)));
    return rows.map(({ seq, generation, answered }, index) => {
      return new TextEntry(Number(seq), Number(generation), texts[index] ?? "", (answered as number | null) ?? undefined);
    });
  }

  /** Tasks that fulfil a condition, with snapshot and tail as of one moment. */
  async read(condition: string, values: readonly unknown[], withArtifacts = true): Promise<ReadTask[]> {
    const s = this.#schema;
    const rows = await this.#reader.query(
      `select t.*, s.seq as s_seq, s.messages, s.head, s.history, ${withArtifacts ? "s.artifacts" : "''"} as artifacts,
        case when coalesce(s.seq, 0) < t.seq then (select json_agg(e order by e.seq) from ${s}.event e
          where e.task = t.key and e.seq > coalesce(s.seq, 0)) end as tail
      from ${s}.task t left join ${s}.snapshot s on s.task = t.key where ${condition}`,
      values,
    );
    return Promise.all(rows.map((row) => this.#fold(row)));
  }

  /** The snapshot of a task, if it is not later than an event. */
  async snapshot(task: number, seq: number): Promise<LogSnapshot | undefined> {
    const [row] = await this.#reader.query(`select * from ${this.#schema}.snapshot where task = $1 and seq <= $2`, [task, seq]);
    return row && { seq: Number(row.seq), generation: Number(row.generation), json: joinTask(await this.#pieces(task, row)) };
  }

  /** Stores the task as of its last event, unless there is a later snapshot. */
  async saveSnapshot(row: TaskHead, pieces: TaskPieces): Promise<void> {
    const task = slotOf(row).key;
    const rows = new ChangeRows(LARGE_STRINGS);
    const { messages } = pieces;
    const [head, history, artifacts] = [pieces.head, pieces.history, pieces.artifacts].map((json) => rows.take(task, json));
    const snapshot = { task, seq: row.seq, generation: row.generation, messages, head, history, artifacts };
    const s = this.#schema;
    await this.#reader.query(
      `with strings as (insert into ${s}.large_string select * from json_populate_recordset(null::${s}.large_string, $2) on conflict do nothing),
      kept as (insert into ${s}.snapshot as k select * from json_populate_recordset(null::${s}.snapshot, $1)
        on conflict (task) do update set seq = excluded.seq, generation = excluded.generation, messages = excluded.messages,
        head = excluded.head, history = excluded.history, artifacts = excluded.artifacts where k.seq < excluded.seq returning k.task, k.seq)
      update ${s}.task t set snapshot_seq = kept.seq from kept where t.key = kept.task`,
      [toParameter([snapshot]), toParameter(rows.largeStrings)],
    );
  }

  async #fold(columns: Row): Promise<ReadTask> {
    const row = headOf(columns);
    const { key } = slotOf(row);
    const pieces = columns.head === null ? undefined : await this.#pieces(key, columns);
    const tail = (columns.tail as Row[] | null) ?? [];
    if (pieces && tail.length === 0) return { row, json: (view) => joinTask(pieces, view), pieces: () => pieces };
    const text: TaskText = foldLog(pieces, await this.entries(key, tail));
    return { row, json: (view) => text.json(view), pieces: () => text.pieces() };
  }

  async #pieces(key: number, { head, history, artifacts, messages }: Row): Promise<TaskPieces> {
    const texts = await this.restored(key, [String(head), String(history), String(artifacts)]);
    const [restoredHead = "", restoredHistory = "", restoredArtifacts = ""] = texts;
    return { head: restoredHead, history: restoredHistory, artifacts: restoredArtifacts, messages: Number(messages) };
  }
}
