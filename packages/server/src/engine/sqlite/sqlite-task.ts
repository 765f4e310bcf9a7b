import type { TaskHead } from "../rules/head.ts";
import type { TaskRecord } from "../store/task-store.ts";
import type { EventFrame } from "../text/event-frame.ts";
import type { TextEntry } from "../text/log-entry.ts";

/** A task of a database file. */
export interface SqliteTask extends TaskRecord {
  readonly key: number;
  readonly scopeKey: number;
  head: TaskHead;
  /** The task as its row holds it, to detect changes; absent while it has no row. */
  saved: SavedTask | undefined;
  /** When it last changed, by the clock for ages. */
  changedAt: number;
  /** The sequence number and content size of the latest snapshot. */
  snapshot: { readonly seq: number; readonly size: number };
  /** Whether the events have been deleted. */
  readonly trimmed: boolean;
  /** The changes that are in the journal and not in the rows yet. */
  unsaved: Unsaved | undefined;
}

/** A task that has no row yet. */
export function newTask(key: number, scopeKey: number, head: TaskHead, text: SqliteTask["text"]): SqliteTask {
  const state = { saved: undefined, changedAt: 0, snapshot: { seq: 0, size: 0 }, trimmed: false, unsaved: undefined };
  return { key, scopeKey, head, text, ...state };
}

/** The members of a row whose change requires further writes. */
export type SavedTask = Pick<TaskHead, "state" | "statusAt" | "run" | "current" | "inbox" | "checkpoint">;

/** The changes of a task that are in the journal only. */
export interface Unsaved {
  /** The key of the journal's row with the first of them. */
  readonly firstKey: number;
  readonly entries: TextEntry[];
  readonly messages: DatedMessage[];
  /** The text that the latest chunks among them share, and that the journal need not repeat. */
  frame: EventFrame | undefined;
}

/** The idempotency record of a message, and when it came. */
export interface DatedMessage {
  readonly messageId: string;
  readonly fingerprint: string;
  readonly seq: number;
  readonly at: number;
}

/** Whether a change only makes a task grow, so that the journal needs no image of it. */
export function hasOnlyGrown(before: TaskHead | undefined, after: TaskHead): boolean {
  return (
    before !== undefined &&
    before.token === after.token &&
    before.statusAt === after.statusAt &&
    before.state === after.state &&
    before.answered === after.answered &&
    before.run === after.run &&
    before.turn === after.turn &&
    before.attempt === after.attempt &&
    before.current === after.current &&
    before.inbox === after.inbox &&
    before.checkpoint === after.checkpoint &&
    before.webhooks === after.webhooks &&
    before.alias === after.alias
  );
}
