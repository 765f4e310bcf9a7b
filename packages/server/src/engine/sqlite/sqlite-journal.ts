import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ProtocolVersion, TaskState } from "@a2a/types";
import type { CallFacts } from "../port/task-engine.ts";
import type { TaskRow, TurnRow } from "../rules/task-row.ts";
import { TextEntry } from "../text/log-entry.ts";
import type { Columns, RememberedMessage } from "./sqlite-task-rows.ts";

/** What the journal holds about a task beyond its rows: the changes since they were written, merged. */
export interface JournaledTask {
  /** The key of the first of these changes. */
  readonly firstKey: number;
  seq: number;
  size: number;
  /** The row after the last change that did more than make the task grow. */
  image: RowImage | undefined;
  readonly entries: TextEntry[];
  readonly messages: RememberedMessage[];
}

/** A row in the journal. Messages of turns are left out, since the log has them. */
export interface RowImage {
  readonly id: string;
  readonly scopeKey: number;
  readonly contextId: string;
  readonly alias: string | undefined;
  readonly version: ProtocolVersion;
  readonly state: TaskState;
  readonly statusAt: number;
  readonly generation: number;
  readonly answered: number;
  readonly run: TaskRow["run"];
  readonly token: number;
  readonly turn: number;
  readonly attempt: number;
  readonly current: TurnImage | undefined;
  readonly inbox: readonly TurnImage[];
  readonly checkpoint: string | undefined;
  readonly pushes: number;
  readonly changedAt: number;
  readonly messages: readonly RememberedMessage[];
}

/** A turn in the journal. */
export interface TurnImage {
  readonly seq: number;
  readonly call: CallFacts;
  readonly fingerprint: string;
}

/**
 * The changes of tasks in the order in which they were made. An append dirties the last page of this table, whatever its task;
 * the rows of tasks are spread over the file, and are written when a task settles or has grown (docs/decisions/021).
 */
export class SqliteJournal {
  readonly #insert: StatementSync;
  readonly #all: StatementSync;
  readonly #prune: StatementSync;
  readonly #clear: StatementSync;
  #nextKey = 1;
  #firstKey = 1;
  /** In characters; estimated after a part was deleted. */
  #size = 0;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      "insert into journal (key, task, seq, size, image, entries) values (?, ?, ?, ?, ?, ?)",
    );
    this.#all = database.prepare("select key, task, seq, size, image, entries from journal order by key");
    this.#prune = database.prepare("delete from journal where key < ?");
    // Without a condition SQLite drops whole pages, and does not look at rows.
    this.#clear = database.prepare("delete from journal");
  }

  /** Whether it should get shorter, which takes the tables of the tasks that have been in it longest. */
  get isFull(): boolean {
    return this.#length > MAX_LENGTH || this.#size > MAX_SIZE;
  }

  /** The number of changes between the first one that is kept and the next one. */
  get #length(): number {
    return this.#nextKey - this.#firstKey;
  }

  /** Adds a change, with a `RowImage` as JSON unless the task has only grown; returns its key. */
  append(taskKey: number, row: TaskRow, entries: readonly TextEntry[], image: string | undefined): number {
    const lines = linesOf(entries);
    this.#insert.run(this.#nextKey, taskKey, row.seq, row.size, image ?? null, lines);
    this.#size += lines.length + (image?.length ?? 0);
    return this.#nextKey++;
  }

  /** Notes that rows hold everything about these tasks. */
  settle(taskKeys: readonly number[]): void {
    this.#insert.run(this.#nextKey++, SETTLED, 0, 0, null, taskKeys.join("\n"));
  }

  /** Deletes the changes before a key, in portions that are worth it. */
  prune(before: number): void {
    const share = (before - this.#firstKey) / this.#length;
    if (before - this.#firstKey < PRUNED && share * this.#size < PRUNED_SIZE) return;
    this.#prune.run(before);
    this.#firstKey = before;
    this.#size *= 1 - share;
  }

  clear(): void {
    if (this.#length === 0) return;
    this.#clear.run();
    this.#firstKey = this.#nextKey;
    this.#size = 0;
  }

  /** Reads the whole journal: the tasks whose rows are behind, by their keys. */
  read(): Map<number, JournaledTask> {
    const tasks = new Map<number, JournaledTask>();
    this.#firstKey = this.#nextKey = 1;
    this.#size = 0;
    for (const columns of this.#all.iterate()) {
      const key = Number(columns.key);
      if (this.#nextKey === 1) this.#firstKey = key;
      this.#nextKey = key + 1;
      this.#size += String(columns.entries).length;
      if (columns.task === SETTLED) {
        for (const settled of String(columns.entries).split("\n")) tasks.delete(Number(settled));
      } else {
        merge(tasks, key, columns);
      }
    }
    return tasks;
  }
}

/** Stands for a task in records that concern several. */
const SETTLED = 0;
/** How many changes and characters it holds before it is full. */
const MAX_LENGTH = 16_384;
const MAX_SIZE = 8 * 1_024 * 1_024;
/** The least number of changes, or of characters, that are deleted in one step. */
const PRUNED = 1_024;
const PRUNED_SIZE = 1_024 * 1_024;

function merge(tasks: Map<number, JournaledTask>, key: number, { task, seq, size, image, entries }: Columns): void {
  const taskKey = Number(task);
  const known: JournaledTask = tasks.get(taskKey) ?? {
    firstKey: key,
    seq: 0,
    size: 0,
    image: undefined,
    entries: [],
    messages: [],
  };
  known.seq = Number(seq);
  known.size = Number(size);
  known.entries.push(...entriesOf(String(entries), known.seq));
  if (image !== null) {
    known.image = JSON.parse(String(image)) as RowImage; // it was serialized from one
    known.messages.push(...known.image.messages);
  }
  tasks.set(taskKey, known);
}

/** One line per entry. JSON that was serialized without whitespace contains neither tabs nor line breaks. */
function linesOf(entries: readonly TextEntry[]): string {
  let lines = "";
  for (const { generation, answered, json } of entries) {
    lines += `${lines === "" ? "" : "\n"}${generation}\t${answered ?? ""}\t${json}`;
  }
  return lines;
}

function entriesOf(lines: string, lastSeq: number): TextEntry[] {
  if (lines === "") return [];
  const all = lines.split("\n");
  return all.map((line, index) => {
    const [generation, answered, json = ""] = line.split("\t");
    const seq = lastSeq - all.length + 1 + index;
    return new TextEntry(seq, Number(generation), json, answered === "" ? undefined : Number(answered));
  });
}

/** A row as the journal holds it. */
export function imageOf(row: TaskRow, rest: Pick<RowImage, "scopeKey" | "changedAt" | "messages">): RowImage {
  const { id, contextId, alias, version, state, statusAt, generation, answered, run, token, turn, attempt } = row;
  const { checkpoint, pushes } = row;
  const image = { id, contextId, alias, version, state, statusAt, generation, answered, run, token, turn, attempt };
  const turns = { current: row.current && turnImage(row.current), inbox: row.inbox.map(turnImage) };
  return { ...image, ...turns, checkpoint, pushes, ...rest };
}

function turnImage({ seq, call, fingerprint }: TurnRow): TurnImage {
  return { seq, call, fingerprint };
}
