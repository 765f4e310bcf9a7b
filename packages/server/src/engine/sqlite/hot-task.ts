import type { TaskRow } from "../rules/task-row.ts";
import type { EventFrame } from "../text/event-text.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { LogTail } from "../text/log-tail.ts";
import type { SealedTask } from "../text/sealed-task.ts";
import type { TaskText } from "../text/task-text.ts";
import type { DatabaseTask, RememberedMessage } from "./sqlite-task-rows.ts";

/** A cached task; there is at most one object per task. */
export interface HotTask extends DatabaseTask {
  text: TaskText | SealedTask | undefined;
  /** Its share of the size of the cache. */
  counted: number;
  /** The latest log entries, for subscribers; among them all that are fresh or unsaved. */
  readonly recent: LogTail;
  /** The entries and messages of the transaction that is under way. */
  fresh: TextEntry[];
  freshMessages: RememberedMessage[];
  /** The row as of the last transaction; `undefined` for a task that is new in this one. */
  flushed: FlushedRow | undefined;
  /** The changes that are in the journal and not in the tables yet. */
  unsaved: Unsaved | undefined;
}

/** The changes of a task that are in the journal only. */
export interface Unsaved {
  /** The key of the journal's row with the first of them. */
  readonly firstKey: number;
  readonly entries: TextEntry[];
  readonly messages: RememberedMessage[];
  /** The size of the entries in characters. */
  size: number;
  /** The text that the latest chunks among them share, and that the journal need not repeat. */
  frame: EventFrame | undefined;
}

/** The members of a row that stay the same while its task only grows. */
export type FlushedRow = Pick<
  TaskRow,
  | "state"
  | "statusAt"
  | "answered"
  | "run"
  | "token"
  | "turn"
  | "attempt"
  | "current"
  | "inbox"
  | "checkpoint"
  | "pushes"
  | "alias"
>;

/** Those members of a row. */
export function flushedRow(row: TaskRow): FlushedRow {
  const { state, statusAt, answered, run, token, turn, attempt, current, inbox, checkpoint, pushes, alias } = row;
  return { state, statusAt, answered, run, token, turn, attempt, current, inbox, checkpoint, pushes, alias };
}

/** Whether a task has only grown since the last transaction. */
export function hasOnlyGrown({ row, flushed }: HotTask): boolean {
  return (
    flushed !== undefined &&
    flushed.token === row.token &&
    flushed.statusAt === row.statusAt &&
    flushed.state === row.state &&
    flushed.answered === row.answered &&
    flushed.run === row.run &&
    flushed.turn === row.turn &&
    flushed.attempt === row.attempt &&
    flushed.current === row.current &&
    flushed.inbox === row.inbox &&
    flushed.checkpoint === row.checkpoint &&
    flushed.pushes === row.pushes &&
    flushed.alias === row.alias
  );
}

/** The part of a cached task that no table has. */
export function notInTables(): Omit<HotTask, keyof DatabaseTask> {
  return {
    text: undefined,
    counted: 0,
    recent: new LogTail(),
    fresh: [],
    freshMessages: [],
    flushed: undefined,
    unsaved: undefined,
  };
}
