import type { DatabaseSync } from "node:sqlite";
import { isTerminal } from "@a2a/types";
import type { TaskHead } from "../rules/head.ts";
import type { Change } from "../store/task-store.ts";
import { sizeOfEntries, type TextEntry } from "../text/log-entry.ts";
import { SealedTask } from "../text/sealed-task.ts";
import type { TaskText } from "../text/task-text.ts";
import type { Effects } from "./file/transaction.ts";
import { imageOf, type JournaledTask, type JournalMark, SqliteJournal } from "./sqlite-journal.ts";
import type { SqliteLogs } from "./sqlite-logs.ts";
import type { SqliteMessages } from "./sqlite-messages.ts";
import { type DatedMessage, hasOnlyGrown, type SqliteTask } from "./sqlite-task.ts";
import type { SqliteTaskRows } from "./sqlite-task-rows.ts";
import type { Unflushed } from "./unflushed.ts";

/** Changes with this many entries or characters are written to their rows at once, because that dirties only a few more pages. */
const BURST = 32;
const MAX_JOURNALED_SIZE = 65_536;
/** How many entries are copied to the rows in one transaction. */
const ENTRIES_PER_STEP = 256;
/** The minimum number of events between snapshots. */
const TAIL = 64;

/** If so many tasks end in the transaction that creates them, their rows share pages, and the journal would only write them twice. */
const ENDED_BATCH = 16;

/** Whether the tasks that end in the transaction that creates them are written to their rows at once. */
export function savesEnded(changes: readonly Change[]): boolean {
  return changes.filter(endsAtOnce).length >= ENDED_BATCH;
}

/** Whether a change creates a task and settles it. */
export function endsAtOnce(change: Change): boolean {
  return change.kind === "task" && change.created !== undefined && change.head.run === "idle";
}

/** A change of a task, as far as its rows and its log are concerned. */
export interface RowChange {
  readonly head: TaskHead;
  readonly entries: readonly TextEntry[];
  readonly messages: readonly DatedMessage[];
  readonly changedAt: number;
}

/** The tables that tasks are spread over. */
export interface TaskTables {
  readonly rows: SqliteTaskRows;
  readonly logs: SqliteLogs;
  readonly messages: SqliteMessages;
}

/**
 * Writes changes of tasks: to the journal, whose last page they share, or to their rows at once where that costs no more. The rows of
 * journaled tasks follow in batches, after the callers were answered (docs/decisions/021).
 */
export class SqliteWriter {
  readonly #journal: SqliteJournal;
  readonly #tables: TaskTables;
  readonly #unflushed: Unflushed;
  readonly #textOf: (task: SqliteTask) => TaskText | SealedTask;
  /** Tasks whose rows are up to date and whose snapshot is not. */
  readonly #unsealed = new Set<SqliteTask>();
  #mark: JournalMark;
  /** Characters written since they were last asked for. */
  #written = 0;

  /** @param textOf The fold of a task's log. */
  constructor(
    database: DatabaseSync,
    tables: TaskTables,
    unflushed: Unflushed,
    textOf: (task: SqliteTask) => TaskText | SealedTask,
  ) {
    this.#journal = new SqliteJournal(database);
    this.#tables = tables;
    this.#unflushed = unflushed;
    this.#textOf = textOf;
    this.#mark = this.#journal.mark();
  }

  /** Whether `catchUp` has something to do. */
  get isBehind(): boolean {
    return this.#unsealed.size > 0 || this.#journal.isFull;
  }

  /** The number of characters written since the last call. */
  takeWritten(): number {
    const written = this.#written;
    this.#written = 0;
    return written;
  }

  /** A transaction begins. */
  begin(): void {
    this.#mark = this.#journal.mark();
  }

  rolledBack(): void {
    this.#journal.reset(this.#mark);
  }

  /** Writes what was added to the journal in this transaction. */
  end(): void {
    this.#journal.write();
  }

  /** Writes a change of a task, whose `head` is still the one before. */
  change(task: SqliteTask, change: RowChange, isNew: boolean, mustSave: boolean, effects: Effects): void {
    const { head, entries } = change;
    const size = sizeOfEntries(entries);
    this.#written += size;
    // The snapshot of a large settled task will need the same space again, so check for it now.
    const isLarge = size > MAX_JOURNALED_SIZE || (head.run === "idle" && head.size > MAX_JOURNALED_SIZE);
    if (mustSave || isLarge || entries.length >= BURST) this.#save(task, change, effects);
    else this.#append(task, change, isNew, effects);
  }

  /** Updates the rows of some tasks, those that have been behind the longest first. */
  catchUp(effects: Effects): void {
    for (const task of this.#unsealed) this.#takeSnapshot(task, task.head, effects);
    if (!this.#journal.isFull) return;
    const due: SqliteTask[] = [];
    let entries = 0;
    for (const task of this.#unflushed) {
      if (entries >= ENTRIES_PER_STEP) break;
      entries += task.unsaved?.entries.length ?? 0;
      due.push(task);
    }
    this.#saveAll(due, effects);
  }

  /** Brings all rows up to date. */
  saveAll(effects: Effects): void {
    this.#saveAll([...this.#unflushed], effects);
    for (const task of this.#unsealed) this.#takeSnapshot(task, task.head, effects);
  }

  /** Brings the rows of one task up to date, before something else in them changes. */
  saveOne(task: SqliteTask, effects: Effects): void {
    if (task.unsaved) this.#save(task, unchanged(task), effects);
  }

  /** A task was deleted. */
  forget(task: SqliteTask): void {
    this.#unflushed.delete(task);
    this.#unsealed.delete(task);
  }

  /** The tasks of a journal that another process left, by their keys. */
  readJournal(): Map<number, JournaledTask> {
    return this.#journal.read();
  }

  /** Writes recovered tasks to their rows, and empties the journal. */
  recover(tasks: readonly SqliteTask[], effects: Effects): void {
    for (const task of tasks) this.#save(task, unchanged(task), effects, false);
    this.#journal.clear();
  }

  #append(task: SqliteTask, change: RowChange, isNew: boolean, effects: Effects): void {
    const { head, entries, messages, changedAt } = change;
    const { key, scopeKey, unsaved } = task;
    const isGrowth = hasOnlyGrown(isNew ? undefined : task.head, head);
    // Only its webhooks have changed, which have a table of their own.
    if (isGrowth && entries.length === 0) return;
    const image = isGrowth ? undefined : JSON.stringify(imageOf(head, { scopeKey, changedAt, messages }));
    const frame = unsaved?.frame;
    const firstKey = this.#journal.append(key, { head, entries, image, frame });
    this.#written += image?.length ?? 0;
    effects.push(() => {
      task.unsaved ??= { firstKey, entries: [], messages: [], frame: undefined };
      for (const entry of entries) task.unsaved.entries.push(entry);
      task.unsaved.messages.push(...messages);
      task.unsaved.frame = entries.findLast((entry) => entry.frame)?.frame ?? frame;
      task.head = head;
      task.changedAt = changedAt;
      this.#unflushed.add(task, messages);
    });
  }

  #saveAll(tasks: readonly SqliteTask[], effects: Effects): void {
    const keys = tasks.flatMap(({ key, unsaved }) => (unsaved ? [key] : []));
    for (const task of tasks) {
      this.#takeSnapshot(task, task.head, effects);
      this.#save(task, unchanged(task), effects, false);
    }
    const saved = new Set(tasks);
    const next = [...this.#unflushed].find((task) => !saved.has(task));
    if (!next?.unsaved) {
      this.#journal.clear();
    } else {
      if (keys.length > 0) this.#journal.settle(keys);
      this.#journal.prune(next.unsaved.firstKey);
    }
  }

  #save(task: SqliteTask, change: RowChange, effects: Effects, settles = true): void {
    const { key, scopeKey, unsaved } = task;
    const { head, entries, messages, changedAt } = change;
    const { rows, logs, messages: remembered } = this.#tables;
    if (unsaved) logs.append(key, unsaved.entries);
    logs.append(key, entries);
    const saved = rows.write(task, head, changedAt);
    for (const message of unsaved?.messages ?? []) remembered.rememberTask(scopeKey, key, message);
    for (const message of messages) remembered.rememberTask(scopeKey, key, message);
    if (unsaved && settles) this.#journal.settle([key]);
    effects.push(() => {
      this.#unflushed.delete(task);
      task.unsaved = undefined;
      task.saved = saved;
      task.head = head;
      task.changedAt = changedAt;
      if (isSnapshotDue(task.snapshot, head)) this.#unsealed.add(task);
    });
  }

  /**
   * Writes a snapshot when the task has finished, and before that whenever the content has doubled since the last snapshot, so that
   * the cost of snapshots stays proportional to the appended bytes. The text of the task must be that of the head.
   */
  #takeSnapshot(task: SqliteTask, head: TaskHead, effects: Effects): void {
    effects.push(() => this.#unsealed.delete(task));
    if (!isSnapshotDue(task.snapshot, head)) return;
    const pieces = this.#textOf(task).pieces();
    this.#tables.logs.saveSnapshot(task.key, head, pieces);
    effects.push(() => {
      task.snapshot = { seq: head.seq, size: head.size };
      if (isTerminal(head.state) && task.text) task.text = new SealedTask(pieces);
    });
  }
}

function isSnapshotDue(snapshot: SqliteTask["snapshot"], { seq, size, state }: TaskHead): boolean {
  if (snapshot.seq === seq) return false;
  return isTerminal(state) || (seq - snapshot.seq >= TAIL && size - snapshot.size >= snapshot.size);
}

/** The change that brings rows up to date with the journal. */
function unchanged({ head, changedAt }: SqliteTask): RowChange {
  return { head, entries: NONE, messages: NONE, changedAt };
}
const NONE: readonly never[] = Object.freeze([]);
