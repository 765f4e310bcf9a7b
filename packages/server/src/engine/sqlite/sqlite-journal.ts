import type { DatabaseSync } from "node:sqlite";
import type { Scope } from "../port/task-engine.ts";
import type { TaskHead, TurnRecord } from "../rules/head.ts";
import { before, fromLines, toLines } from "../text/entry-lines.ts";
import type { EventFrame } from "../text/event-frame.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import { type DatedMessage, newTask, type SqliteTask, type Unsaved } from "./sqlite-task.ts";
import { messageIn } from "./sqlite-task-rows.ts";

/** The changes of a task since its rows were written, merged. */
export interface JournaledTask extends Omit<Unsaved, "frame"> {
  seq: number;
  size: number;
  /** The row after the last change other than growth. */
  image: RowImage | undefined;
  /** The text that the latest chunks share. */
  readonly frame: { front: string; back: string };
}

/** A change of a task. */
export interface JournalChange {
  /** The task after the change. */
  readonly head: TaskHead;
  readonly entries: readonly TextEntry[];
  /** A `RowImage` as JSON, unless the task only grew. */
  readonly image: string | undefined;
  /** The text that chunks share in changes of the task that the journal already has. */
  readonly frame: EventFrame | undefined;
}

/** A row in the journal. Messages of turns are left out, since the log has them. */
export interface RowImage extends Omit<TaskHead, "scope" | "seq" | "size" | "current" | "inbox" | "webhooks"> {
  readonly scopeKey: number;
  readonly current: TurnImage | undefined;
  readonly inbox: readonly TurnImage[];
  readonly pushes: number;
  readonly changedAt: number;
  readonly messages: readonly DatedMessage[];
}

/** The position of a journal in memory. */
export interface JournalMark {
  readonly nextKey: number;
  readonly firstKey: number;
  readonly changes: number;
  readonly size: number;
}

/** A turn in the journal. */
export type TurnImage = Omit<TurnRecord, "message">;

/**
 * The changes of tasks in the order in which they were made, one row per transaction. Every append dirties only the last page of this
 * table. The rows of tasks are spread over the file and are written when a task settles or has grown (docs/decisions/021).
 */
export class SqliteJournal {
  readonly #sql: Sql;
  #nextKey = 1;
  #firstKey = 1;
  /** The changes of this transaction, as lines. */
  #pending = "";
  /** The number of changes, and their size in characters; estimated after a part was deleted. */
  #changes = 0;
  #size = 0;

  constructor(database: DatabaseSync) {
    this.#sql = statementsOf(database);
  }

  /** Whether the tasks that have been in the journal longest should be written to their rows, to shorten it. */
  get isFull(): boolean {
    return this.#changes > MAX_CHANGES || this.#size > MAX_SIZE;
  }

  /** The state in memory, to return to after a rollback. */
  mark(): JournalMark {
    return { nextKey: this.#nextKey, firstKey: this.#firstKey, changes: this.#changes, size: this.#size };
  }

  /** Undoes the changes since the mark, after a rollback. */
  reset({ nextKey, firstKey, changes, size }: JournalMark): void {
    this.#nextKey = nextKey;
    this.#firstKey = firstKey;
    this.#changes = changes;
    this.#size = size;
    this.#pending = "";
  }

  /** Adds a change; returns the key of its row. */
  append(taskKey: number, { head: { seq, size }, entries, image, frame }: JournalChange): number {
    const count = entries.length;
    const { generation } = before(entries);
    this.#add(`${taskKey}\t${seq}\t${size}\t${count}\t${generation}\t${image ?? ""}`);
    if (count > 0) this.#add(toLines(entries, { frame }));
    this.#changes += 1;
    return this.#nextKey;
  }

  /** Records that the rows of these tasks are up to date. */
  settle(taskKeys: readonly number[]): void {
    this.#add(`${SETTLED}\t${taskKeys.join(" ")}`);
  }

  /** Writes the entries added in this transaction. */
  write(): void {
    if (this.#pending === "") return;
    this.#sql("insert into journal (key, changes) values (?, ?)").run(this.#nextKey++, this.#pending);
    this.#size += this.#pending.length;
    this.#pending = "";
  }

  /** Deletes the rows before a key, once there are enough of them. */
  prune(before: number): void {
    const share = (before - this.#firstKey) / (this.#nextKey - this.#firstKey);
    if (share * this.#changes < PRUNED && share * this.#size < PRUNED_SIZE) return;
    this.#sql("delete from journal where key < ?").run(before);
    this.#firstKey = before;
    this.#changes *= 1 - share;
    this.#size *= 1 - share;
  }

  clear(): void {
    this.#pending = "";
    if (this.#firstKey === this.#nextKey) return;
    // Without a condition, SQLite drops whole pages without reading rows.
    this.#sql("delete from journal").run();
    this.#firstKey = this.#nextKey;
    this.#changes = this.#size = 0;
  }

  /** Reads the whole journal: the tasks whose rows are behind, by their keys. */
  read(): Map<number, JournaledTask> {
    const tasks = new Map<number, JournaledTask>();
    this.#firstKey = this.#nextKey = 1;
    this.#changes = this.#size = 0;
    this.#pending = "";
    for (const columns of this.#sql("select key, changes from journal order by key").iterate()) {
      const key = Number(columns.key);
      if (this.#nextKey === 1) this.#firstKey = key;
      this.#nextKey = key + 1;
      const changes = String(columns.changes);
      this.#size += changes.length;
      this.#changes += merge(tasks, key, changes.split("\n"));
    }
    return tasks;
  }

  #add(lines: string): void {
    this.#pending += this.#pending === "" ? lines : `\n${lines}`;
  }
}

/** Takes the place of the task key in a line that lists settled tasks. */
const SETTLED = 0;
/** How many changes and characters it holds before it is full. */
const MAX_CHANGES = 1_024;
const MAX_SIZE = 262_144;
/** The least number of changes, or of characters, that are deleted in one step. */
const PRUNED = 256;
const PRUNED_SIZE = 65_536;

/** Adds the changes of a row to those before it; returns their number. */
function merge(tasks: Map<number, JournaledTask>, key: number, lines: readonly string[]): number {
  let changes = 0;
  for (let at = 0; at < lines.length; at++) {
    const [task, seq, size, count, generation, image = ""] = (lines[at] ?? "").split("\t");
    if (Number(task) === SETTLED) {
      for (const settled of seq?.split(" ") ?? []) tasks.delete(Number(settled));
      continue;
    }
    const known = journaledTask(tasks, Number(task), key);
    known.seq = Number(seq);
    known.size = Number(size);
    if (Number(count) > 0) {
      const entries = lines.slice(at + 1, at + 1 + Number(count)).join("\n");
      const place = { seq: known.seq - Number(count), generation: Number(generation) };
      known.entries.push(...fromLines(entries, place, { frame: known.frame }));
      at += Number(count);
    }
    if (image !== "") {
      known.image = JSON.parse(image) as RowImage; // it was serialized from one
      known.messages.push(...known.image.messages);
    }
    changes += 1;
  }
  return changes;
}

function journaledTask(tasks: Map<number, JournaledTask>, taskKey: number, firstKey: number): JournaledTask {
  const known = tasks.get(taskKey) ?? {
    firstKey,
    seq: 0,
    size: 0,
    image: undefined,
    entries: [],
    messages: [],
    frame: { front: "", back: "" },
  };
  tasks.set(taskKey, known);
  return known;
}

/** A task as the journal holds it. */
export function imageOf(head: TaskHead, rest: Pick<RowImage, "scopeKey" | "changedAt" | "messages">): RowImage {
  const { scope: _, seq: __, size: ___, current, inbox, webhooks, ...members } = head;
  return { ...members, current: current && turnImage(current), inbox: inbox.map(turnImage), pushes: webhooks, ...rest };
}

function turnImage({ seq, call, fingerprint }: TurnRecord): TurnImage {
  return { seq, call, fingerprint };
}

/** A task as its rows and the journal have it together. The entries and messages of the journal are unsaved. */
export function merged(
  key: number,
  { image, entries, messages, firstKey, seq, size }: JournaledTask,
  row: SqliteTask | undefined,
  scopeOf: (scopeKey: number) => Scope,
  readEntry: (seq: number) => TextEntry | undefined,
): SqliteTask {
  const turnOf = ({ seq: at, call, fingerprint }: TurnImage): TurnRecord => {
    const entry = entries.find((candidate) => candidate.seq === at) ?? readEntry(at);
    if (!entry) throw new TypeError(`the journal has a turn of task ${key}, but its log lacks entry ${at}`);
    return { seq: at, call, fingerprint, message: messageIn(entry.event) };
  };
  let task = row;
  if (image) {
    const { scopeKey, current, inbox, pushes, changedAt, messages: _, ...members } = image;
    const turns = { current: current && turnOf(current), inbox: inbox.map(turnOf) };
    const head = { ...members, ...turns, webhooks: pushes, scope: row?.head.scope ?? scopeOf(scopeKey), seq, size };
    task = { ...(row ?? newTask(key, scopeKey, head, undefined)), head, changedAt };
  }
  if (!task) throw new TypeError(`the journal has changes of task ${key}, but not its beginning`);
  const generation = entries.at(-1)?.generation ?? task.head.generation;
  return {
    ...task,
    head: { ...task.head, seq, size, generation },
    unsaved: { firstKey, entries, messages, frame: undefined },
  };
}
