import type { MaybePromise } from "../../util/maybe-promise.ts";
import type { StoredTask, TaskView } from "../port/stored-task.ts";
import type { TaskHead } from "../rules/head.ts";
import type { ReadTask, TaskRecord } from "../store/task-store.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { LogTail } from "../text/log-tail.ts";
import { storedTask } from "../text/stored-task.ts";
import { TaskText } from "../text/task-text.ts";
import type { EngineState } from "./engine-state.ts";
import type { OpenChange } from "./open-change.ts";

/** The memory of a task besides its texts, in characters. */
const TASK_CHARACTERS = 1_024;

/** A party that follows a task: called synchronously after every durable change, and when the task or the engine has ended. */
export interface Reader {
  wake(): void;
}

/**
 * A task as its readers see it: the head, the text and the end of the log as of the last durable change. It is fed by the queue that
 * writes the task here, or by rows that were read where another engine writes it.
 */
export abstract class Published {
  readonly id: string;
  record: TaskRecord | undefined;
  /** How many characters `LiveTasks` counts for it. */
  counted = 0;
  /** Whether the store has removed it. */
  isRemoved = false;
  protected readonly state: EngineState;
  /** Most tasks never have a reader. */
  #readers: Set<Reader> | undefined;
  #tail: LogTail | undefined;

  constructor(state: EngineState, id: string, record: TaskRecord | undefined) {
    this.state = state;
    this.id = id;
    this.record = record;
  }

  /** The task as of its last durable change. */
  get shown(): TaskHead {
    return (this.record as TaskRecord).head; // readers only see tasks that exist
  }

  /** Whether anyone follows it. */
  get isRead(): boolean {
    return this.#readers !== undefined && this.#readers.size > 0;
  }

  /** How much memory it takes, in characters. */
  get characters(): number {
    const text = this.record?.text ? this.record.head.size : 0;
    return TASK_CHARACTERS + text + (this.#tail?.characters ?? 0);
  }

  /** Whether its text is in memory and up to date. */
  get hasText(): boolean {
    return this.record?.text !== undefined && this.isCurrent;
  }

  /** Follows the task, until `leave`. */
  follow(reader: Reader): void {
    this.#readers ??= new Set();
    this.#readers.add(reader);
    this.state.tasks.keep(this);
  }

  leave(reader: Reader): void {
    this.#readers?.delete(reader);
    this.restIfIdle();
  }

  wake(): void {
    if (this.#readers) for (const reader of this.#readers) reader.wake();
  }

  /** The store has removed the task. */
  removed(): void {
    this.isRemoved = true;
    this.wake();
  }

  /** At most `limit` durable entries after a sequence number. */
  entries(after: number, limit: number): MaybePromise<readonly TextEntry[]> {
    const record = this.record as TaskRecord; // readers only see tasks that exist
    return this.#tail?.after(after, limit) ?? this.state.store.entries(record, after, limit);
  }

  /** The durable task in a view. */
  stored(view?: TaskView): MaybePromise<StoredTask> {
    const record = this.record as TaskRecord; // readers only see tasks that exist
    if (record.text && this.hasText)
      return storedTask(record.head, view ? record.text.json(view) : record.text.snapshot());
    const reading = this.state.store.read(record);
    return reading instanceof Promise ? reading.then((read) => this.#adopt(read, view)) : this.#adopt(reading, view);
  }

  /** Forgets what can be read again; returns whether that was anything. */
  shed(): boolean {
    const { record } = this;
    if (!record?.text && !this.#tail) return false;
    if (record) record.text = undefined;
    this.#tail = undefined;
    return true;
  }

  /** Folds a durable change into the text, and adds its entries to the tail. */
  protected show({ record, entries, events }: OpenChange): void {
    const text = record?.text;
    if (text instanceof TaskText) for (const event of events) text.apply(event);
    if (this.state.store.keepsTexts) return;
    this.#extend(entries);
  }

  /** Another engine has changed the task: shows its head, and the entries that led to it. */
  protected showRead(record: TaskRecord, entries: readonly TextEntry[]): void {
    const { seq } = this.shown;
    const added = entries.filter((entry) => entry.seq > seq && entry.seq <= record.head.seq);
    const isWhole = added.length === record.head.seq - seq;
    // The tail has no gaps: readers get older events from the store.
    if (!isWhole) this.#tail = undefined;
    this.record = record;
    this.#extend(isWhole ? added : []);
  }

  /** Whether no other engine can have changed the task since its last durable change here. */
  abstract get isCurrent(): boolean;
  protected abstract restIfIdle(): void;

  #extend(entries: readonly TextEntry[]): void {
    if (entries.length > 0) {
      this.#tail ??= new LogTail();
      this.#tail.push(entries);
    }
    this.state.tasks.weigh(this);
  }

  /** Keeps a text that was read, unless the task has changed since. */
  #adopt({ head, text }: ReadTask, view: TaskView | undefined): StoredTask {
    const { record } = this;
    if (record && !record.text && record.head.seq === head.seq) {
      record.text = text;
      this.state.tasks.weigh(this);
    }
    return storedTask(head, view ? text.json(view) : text.snapshot());
  }
}
