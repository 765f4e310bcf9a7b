import type { DatabaseSync } from "node:sqlite";
import { isTerminal, type TaskState } from "@a2a/types";
import type { SeenMessage } from "../rules/change.ts";
import { SealedTask } from "../text/sealed-task.ts";
import type { TaskText } from "../text/task-text.ts";
import { flushedRow, type HotTask, hasOnlyGrown } from "./hot-task.ts";
import { imageOf, type JournaledTask, SqliteJournal } from "./sqlite-journal.ts";
import type { SqliteLogs } from "./sqlite-logs.ts";
import type { SqliteMessages } from "./sqlite-messages.ts";
import type { RememberedMessage, SqliteTaskRows } from "./sqlite-task-rows.ts";

/** How many settled tasks are written to their tables together. Each costs a fraction of one that is written alone. */
const SETTLED_BATCH = 16;
/** From how many entries in the journal on the tables of a running task follow. */
const GROWN = 64;
/** How many entries are copied to the tables in one transaction, at least; twice as many as have come, if those are more. */
const ENTRIES_PER_STEP = 256;
/** From how many entries on a single change is not journaled: together in their table they dirty few pages as well. */
const BURST = 32;
/** How many entries, and characters of them, a running task may have in the journal only. */
const MAX_UNSAVED = 256;
const MAX_UNSAVED_SIZE = 131_072;
/** A larger change, or a larger task that has settled, is written to the tables at once: the file has to have room for it now. */
const MAX_JOURNALED_SIZE = 65_536;
/** The minimum number of events between snapshots. */
const TAIL = 64;

/** The callbacks of a writer into the cache of tasks. */
export interface TaskWriterHooks {
  /** A clock for ages, in milliseconds since 1970. */
  now(): number;
  textOf(task: HotTask): TaskText | SealedTask;
  /** A task is new (`from` is absent), or its state has changed. */
  moved(task: HotTask, from: TaskState | undefined): void;
  /** The tables of a task are behind, so that it has to stay in memory; or no longer. */
  pin(task: HotTask): void;
  unpin(task: HotTask): void;
  /** Whether tasks that have to stay take too much memory. */
  isCrowded(): boolean;
  /** Whether rows have to be exact after every transaction, because they are counted. */
  readonly keepsRowsExact: boolean;
}

/**
 * Writes changed tasks: at the end of a transaction to the journal, and to their own tables once they have settled or grown. The
 * tasks whose tables are behind are in memory.
 */
export class SqliteTaskWriter {
  readonly #rows: SqliteTaskRows;
  readonly #logs: SqliteLogs;
  readonly #messages: SqliteMessages;
  readonly #journal: SqliteJournal;
  readonly #hooks: TaskWriterHooks;
  readonly #dirty = new Set<HotTask>();
  /** Tasks whose tables are behind, by the first change that is missing there. */
  readonly #unsaved = new Set<HotTask>();
  /** Those of them that have settled, and those that have grown. */
  readonly #settled = new Set<HotTask>();
  readonly #grown = new Set<HotTask>();
  #isCatchingUp = false;
  /** How many entries have come since the tables were last brought up to date. */
  #arrived = 0;
  /** The tasks of messages whose idempotency record is in the journal only. */
  readonly #byMessage = new Map<string, HotTask>();
  #written = 0;

  constructor(
    database: DatabaseSync,
    tables: { rows: SqliteTaskRows; logs: SqliteLogs; messages: SqliteMessages },
    hooks: TaskWriterHooks,
  ) {
    this.#rows = tables.rows;
    this.#logs = tables.logs;
    this.#messages = tables.messages;
    this.#journal = new SqliteJournal(database);
    this.#hooks = hooks;
  }

  /** The tasks whose tables are behind. */
  get unsaved(): ReadonlySet<HotTask> {
    return this.#unsaved;
  }

  /** A task has changed in this transaction. */
  touch(task: HotTask): void {
    this.#dirty.add(task);
  }

  /** Writes what this transaction has changed. */
  flush(): void {
    if (this.#dirty.size === 0) return;
    const settling = this.#count(({ row, unsaved }) => row.run === "idle" && unsaved === undefined);
    const saved: HotTask[] = [];
    for (const task of this.#dirty) {
      // Only its webhooks have changed, which have a table of their own.
      if (task.fresh.length === 0 && hasOnlyGrown(task)) continue;
      const from = task.flushed?.state;
      task.changedAt = this.#hooks.now();
      if (this.#mustBeSaved(task, settling >= SETTLED_BATCH)) saved.push(task);
      else this.#journalChange(task);
      if (from !== task.row.state) this.#hooks.moved(task, from);
      task.flushed = flushedRow(task.row);
    }
    this.#dirty.clear();
    this.#save(saved);
    this.#journal.write();
  }

  /** The idempotency record of a message that is in the journal only. */
  seen(scopeKey: number, messageId: string): SeenMessage | undefined {
    const task = this.#byMessage.get(messageKey(scopeKey, messageId));
    const known = task?.unsaved?.messages.find((message) => message.messageId === messageId);
    if (!task || !known) return undefined;
    const { id: taskId, contextId } = task.row;
    return { fingerprint: known.fingerprint, result: { taskId, contextId, seq: known.seq } };
  }

  /** Whether the journal should get shorter. */
  get #isFull(): boolean {
    return this.#unsaved.size > 0 && (this.#journal.isFull || this.#hooks.isCrowded());
  }

  /** Whether `catchUp` has something to do. */
  get isBehind(): boolean {
    return this.#grown.size > 0 || this.#areManySettled || this.#isFull;
  }

  get #areManySettled(): boolean {
    return this.#settled.size >= (this.#isCatchingUp ? 1 : SETTLED_BATCH);
  }

  /** Brings some tables up to date, as many as do not keep others waiting for long. Part of a transaction. */
  catchUp(): void {
    this.flush();
    const limit = Math.max(ENTRIES_PER_STEP, 2 * this.#arrived);
    this.#arrived = 0;
    const due: HotTask[] = [];
    let entries = 0;
    for (const task of this.#due()) {
      if (entries >= limit) break;
      entries += task.unsaved?.entries.length ?? 0;
      due.push(task);
    }
    this.#save(due);
    this.#journal.write();
    this.#isCatchingUp = due.length > 0 && this.#settled.size > 0;
  }

  *#due(): Generator<HotTask, void, void> {
    if (this.#isFull) return yield* this.#unsaved;
    if (this.#areManySettled) yield* this.#settled;
    yield* this.#grown;
  }

  /** Writes everything to the tables. Part of a transaction. */
  saveAll(): void {
    this.flush();
    this.#save([...this.#unsaved]);
    this.#journal.write();
  }

  /** Forgets everything in memory, and reads the journal again. */
  restore(open: (key: number, journaled: JournaledTask) => HotTask): void {
    this.#dirty.clear();
    for (const tasks of [this.#unsaved, this.#settled, this.#grown]) tasks.clear();
    this.#byMessage.clear();
    for (const [key, journaled] of this.#journal.read()) {
      const task = open(key, journaled);
      this.#addUnsaved(task, journaled.messages);
    }
  }

  /** The number of characters written since the last call. */
  takeWritten(): number {
    const written = this.#written;
    this.#written = 0;
    return written;
  }

  #count(is: (task: HotTask) => boolean): number {
    let count = 0;
    for (const task of this.#dirty) if (is(task)) count += 1;
    return count;
  }

  #mustBeSaved(task: HotTask, manySettle: boolean): boolean {
    const { row, saved, flushed, fresh, unsaved } = task;
    // Turns are claimed by their rows.
    if (this.#hooks.keepsRowsExact || row.run === "queued" || saved?.run === "queued") return true;
    if (row.run === "idle" && ((manySettle && unsaved === undefined) || row.size > MAX_JOURNALED_SIZE)) return true;
    // The tables of webhooks and aliases are read by themselves.
    if (row.alias !== flushed?.alias || row.pushes !== (flushed?.pushes ?? 0)) return true;
    const size = sizeOf(fresh);
    return (
      fresh.length >= BURST ||
      size > MAX_JOURNALED_SIZE ||
      (unsaved?.size ?? 0) + size > MAX_UNSAVED_SIZE ||
      (unsaved?.entries.length ?? 0) + fresh.length > MAX_UNSAVED
    );
  }

  #journalChange(task: HotTask): void {
    const { key, scopeKey, row, changedAt, fresh, freshMessages } = task;
    const rest = { scopeKey, changedAt, messages: freshMessages };
    const image = hasOnlyGrown(task) ? undefined : JSON.stringify(imageOf(row, rest));
    const frame = task.unsaved?.frame;
    const firstKey = this.#journal.append(key, { row, entries: fresh, image, frame });
    const size = sizeOf(fresh) + (image?.length ?? 0);
    this.#written += size;
    this.#arrived += fresh.length;
    if (task.unsaved) {
      for (const entry of fresh) task.unsaved.entries.push(entry);
      task.unsaved.messages.push(...freshMessages);
      task.unsaved.size += size;
    } else {
      task.unsaved = { firstKey, entries: fresh, messages: freshMessages, size, frame };
    }
    task.unsaved.frame = fresh.findLast((entry) => entry.frame)?.frame ?? frame;
    this.#addUnsaved(task, freshMessages);
    task.fresh = [];
    task.freshMessages = [];
  }

  #addUnsaved(task: HotTask, messages: readonly RememberedMessage[]): void {
    for (const { messageId } of messages) this.#byMessage.set(messageKey(task.scopeKey, messageId), task);
    if (task.row.run === "idle") this.#settled.add(task);
    else this.#settled.delete(task);
    if ((task.unsaved?.entries.length ?? 0) >= GROWN) this.#grown.add(task);
    if (this.#unsaved.has(task)) return;
    this.#unsaved.add(task);
    this.#hooks.pin(task);
  }

  #save(tasks: readonly HotTask[]): void {
    const journaled: number[] = [];
    for (const task of tasks) {
      if (task.unsaved) journaled.push(task.key);
      this.#saveTask(task);
    }
    if (journaled.length === 0) return;
    const [oldest] = this.#unsaved;
    if (oldest?.unsaved === undefined) {
      this.#journal.clear();
    } else {
      this.#journal.settle(journaled);
      this.#journal.prune(oldest.unsaved.firstKey);
    }
  }

  #saveTask(task: HotTask): void {
    const { key, scopeKey, fresh, freshMessages, unsaved } = task;
    task.unsaved = undefined;
    task.fresh = [];
    task.freshMessages = [];
    if (unsaved) this.#logs.append(key, unsaved.entries);
    this.#logs.append(key, fresh);
    this.#takeSnapshot(task);
    this.#rows.write(task);
    for (const message of unsaved ? [...unsaved.messages, ...freshMessages] : freshMessages) {
      this.#messages.rememberTask(scopeKey, key, message);
      this.#byMessage.delete(messageKey(scopeKey, message.messageId));
    }
    this.#written += sizeOf(fresh);
    this.#settled.delete(task);
    this.#grown.delete(task);
    if (this.#unsaved.delete(task)) this.#hooks.unpin(task);
  }

  /**
   * Writes a snapshot when the task has finished, and before that whenever the content has doubled since the last snapshot, so that
   * the cost of snapshots stays proportional to the appended bytes.
   */
  #takeSnapshot(task: HotTask): void {
    const { key, row, snapshot } = task;
    const over = isTerminal(row.state);
    const due = row.seq - snapshot.seq >= TAIL && row.size - snapshot.size >= snapshot.size;
    if (snapshot.seq === row.seq || !(over || due)) return;
    const pieces = this.#hooks.textOf(task).pieces();
    this.#logs.saveSnapshot(key, row, pieces);
    task.snapshot = { seq: row.seq, size: row.size };
    if (over) task.text = new SealedTask(pieces);
  }
}

function messageKey(scopeKey: number, messageId: string): string {
  return `${scopeKey}/${messageId}`;
}

function sizeOf(entries: HotTask["fresh"]): number {
  let size = 0;
  for (const { json } of entries) size += json.length;
  return size;
}
