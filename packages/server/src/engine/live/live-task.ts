import { isTerminal } from "@a2a/types";
import type { OnAppended } from "../port/lease.ts";
import type { PushRecord } from "../port/push-record.ts";
import type { StoredTask, TaskView } from "../port/stored-task.ts";
import type { TaskHead } from "../rules/head.ts";
import { withPush } from "../rules/webhooks.ts";
import type { MaybePromise, TaskRecord } from "../store/task-store.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { LogTail } from "../text/log-tail.ts";
import type { SealedTask } from "../text/sealed-task.ts";
import { storedTask } from "../text/stored-task.ts";
import { TaskText } from "../text/task-text.ts";
import type { Draft } from "./draft.ts";
import type { EngineState } from "./engine-state.ts";
import { TASK_CHARACTERS } from "./live-tasks.ts";
import { type AcceptedStep, OpenChange } from "./open-change.ts";
import type { TurnLease } from "./turn-lease.ts";
import type { Writer } from "./write-queue.ts";

/** A party that follows a task: called synchronously after every durable change, and when the task or the engine has ended. */
export interface Reader {
  wake(): void;
}

/**
 * A task in memory, and the only place that changes it. Every change is accepted synchronously, on the head that all accepted changes
 * lead to. It is written by the queue, one write at a time, and shown to readers when it is durable. A refused write takes along
 * everything that was accepted behind it, in one step, so that a log never has a gap.
 */
export class LiveTask implements Writer {
  readonly id: string;
  record: TaskRecord | undefined;
  /** The turn that runs here. */
  lease: TurnLease | undefined;
  /** How many characters `LiveTasks` counts for it. */
  counted = 0;
  /** Whether the store has removed it. */
  isRemoved = false;
  readonly #state: EngineState;
  /** How the task begins; used until it exists. */
  readonly #draft: Draft | undefined;
  readonly #readers = new Set<Reader>();
  #tail: LogTail | undefined;
  /** The head after everything accepted, while that is more than is durable. */
  #accepted: TaskHead | undefined;
  /** The webhooks after everything accepted, once they were asked for. */
  #webhooks: readonly PushRecord[] | undefined;
  /** Accepted steps that were not taken by the queue, and those that are being written. */
  #open: OpenChange | undefined;
  #inFlight: OpenChange | undefined;

  constructor(state: EngineState, id: string, record: TaskRecord | undefined, draft?: Draft) {
    this.#state = state;
    this.id = id;
    this.record = record;
    this.#draft = draft;
  }

  /** The task after everything that was accepted: the state that rules decide on. */
  get head(): TaskHead {
    return this.#accepted ?? this.record?.head ?? (this.#draft as Draft).head;
  }

  /** The task as readers see it: as of its last durable change. */
  get shown(): TaskHead {
    return (this.record as TaskRecord).head; // readers only see tasks that exist
  }

  /** Its webhooks after everything that was accepted. */
  get webhooks(): readonly PushRecord[] {
    this.#webhooks ??= this.record && this.head.pushes > 0 ? this.#state.store.pushes(this.record) : NO_PUSHES;
    return this.#webhooks;
  }

  /** Whether the task exists, or is about to. */
  get isCreated(): boolean {
    return this.record !== undefined || this.#accepted !== undefined;
  }

  /** Whether it has a turn, or changes that are not durable: the store must keep it. */
  get isPinned(): boolean {
    return this.lease !== undefined || this.#accepted !== undefined;
  }

  /** Whether it is pinned or has a reader. */
  get isBusy(): boolean {
    return this.isPinned || this.#readers.size > 0;
  }

  /** How many characters wait to be written. */
  get pendingCharacters(): number {
    return (this.#open?.characters ?? 0) + (this.#inFlight?.characters ?? 0);
  }

  /** How much memory it takes, in characters. */
  get characters(): number {
    const text = this.record?.text ? this.record.head.size : 0;
    return TASK_CHARACTERS + text + (this.#tail?.characters ?? 0);
  }

  /** Accepts a step, and reports to the caller when it is durable or was refused. */
  accept(step: AcceptedStep, caller?: OnAppended): void {
    const isNew = !this.record && !this.#accepted;
    const open = this.#open ?? (isNew ? (this.#draft as Draft).open() : new OpenChange(this.record, this.head));
    const before = open.characters;
    open.add(step, caller);
    this.#state.pending += open.characters - before;
    this.#accepted = step.head;
    const { savedPush, deletedPush } = step;
    if (savedPush) this.#webhooks = withPush(this.webhooks, savedPush);
    if (deletedPush !== undefined) this.#webhooks = this.webhooks.filter(({ id }) => id !== deletedPush);
    this.#begin(open);
  }

  /** The same with a promise of the sequence number, resolved when the step is durable. */
  write(step: AcceptedStep): Promise<number> {
    return new Promise((resolve, reject) => {
      this.accept(step, (refusal, seq) => (refusal === undefined ? resolve(seq) : reject(refusal)));
    });
  }

  /** A step was refused by the rules: reports that after the results of the steps before it. */
  reject(error: unknown, caller: OnAppended): void {
    const open = this.#open ?? new OpenChange(this.record, this.head);
    open.reject(error, caller);
    this.#begin(open);
  }

  /** Identifies the steps that will be written together with the next one. */
  get batch(): object | undefined {
    return this.#open;
  }

  /** Resolves when everything accepted so far is durable, rejects when it was refused; `undefined` when nothing is pending. */
  settled(): Promise<void> | undefined {
    const last = this.#open && !this.#open.isEmpty ? this.#open : this.#inFlight;
    if (!last) return undefined;
    return new Promise((resolve, reject) => {
      last.await((refusal) => (refusal === undefined ? resolve() : reject(refusal)));
    });
  }

  /** The answer to a command is not given before everything it may reflect is durable, refusals included. */
  async decide<T>(act: () => MaybePromise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      await this.settled();
      throw error;
    }
  }

  take(): OpenChange | undefined {
    const open = this.#open;
    this.#open = undefined;
    if (!open || open.isEmpty) {
      open?.settle();
      this.#restIfIdle();
      return undefined;
    }
    // The task may have been created since the change was opened.
    open.record = this.record;
    this.#inFlight = open;
    return open;
  }

  /** The output of a turn is repeated for longer than the effect of a call, whose caller can try again. */
  get patienceMs(): number {
    return this.record && this.#inFlight?.isOutput ? this.#state.retryMs : 0;
  }

  durable(): void {
    const change = this.#inFlight as OpenChange; // only the change under way becomes durable
    const isNew = !this.record;
    this.#inFlight = undefined;
    this.#state.pending -= change.characters;
    if (!this.#open || this.#open.isEmpty) this.#accepted = undefined;
    this.record = change.record as TaskRecord; // the store has set it
    this.#show(change);
    if (isNew) this.#draft?.created(this);
    change.settle();
    this.wake();
    const { head } = change;
    if (head.pushes > 0) this.#state.pushes.wake();
    if (isTerminal(head.state)) this.#state.store.seal?.(this.record);
    if (this.#open) this.#state.queue.add(this);
    else this.#restIfIdle();
  }

  refused(error: unknown): void {
    const change = this.#inFlight;
    const behind = this.#open;
    this.#inFlight = undefined;
    this.#open = undefined;
    this.#accepted = undefined;
    this.#webhooks = undefined;
    this.#state.pending -= (change?.characters ?? 0) + (behind?.characters ?? 0);
    change?.refuse(error);
    behind?.refuse(error);
    this.#restIfIdle();
  }

  /** Follows the task, until `leave`. */
  follow(reader: Reader): void {
    this.#readers.add(reader);
    this.#state.tasks.keep(this);
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
    this.#restIfIdle();
  }

  wake(): void {
    for (const reader of this.#readers) reader.wake();
  }

  /** The store has removed the task. */
  removed(): void {
    this.isRemoved = true;
    this.wake();
  }

  /** The turn that runs here starts or ends. */
  hold(lease: TurnLease | undefined): void {
    this.lease = lease;
    if (lease) this.#state.tasks.keep(this);
    else this.#restIfIdle();
  }

  /** At most `limit` durable entries after a sequence number. */
  entries(after: number, limit: number): readonly TextEntry[] {
    const record = this.record as TaskRecord; // readers only see tasks that exist
    return this.#tail?.after(after, limit) ?? this.#state.store.entries(record, after, limit);
  }

  /** The durable task in a view. */
  stored(view?: TaskView): StoredTask {
    const text = this.text;
    return storedTask(this.shown, view ? text.json(view) : text.snapshot());
  }

  /** The fold of the log up to `shown`. */
  get text(): TaskText | SealedTask {
    const record = this.record as TaskRecord; // readers only see tasks that exist
    if (!record.text) {
      record.text = this.#state.store.text(record);
      this.#state.tasks.weigh(this);
    }
    return record.text;
  }

  /** Forgets what can be read again; returns whether that was anything. */
  shed(): boolean {
    const { record } = this;
    if (!record?.text && !this.#tail) return false;
    if (record) record.text = undefined;
    this.#tail = undefined;
    return true;
  }

  /** While a change is being written, the next one collects. A new task is not held back: its caller waits for it. */
  #begin(open: OpenChange): void {
    if (this.#open === open) return;
    this.#open = open;
    this.#state.tasks.keep(this);
    if (!this.#inFlight) this.#state.queue.add(this, open.created !== undefined);
  }

  /** Folds a durable change into the text, and adds its entries to the tail. */
  #show({ record, entries, events }: OpenChange): void {
    const text = record?.text;
    if (text instanceof TaskText) for (const event of events) text.apply(event);
    if (!this.#state.store.keepsTexts) {
      if (entries.length > 0) {
        this.#tail ??= new LogTail();
        this.#tail.push(entries);
      }
      this.#state.tasks.weigh(this);
    }
  }

  #restIfIdle(): void {
    if (!this.isBusy && !this.#open) this.#state.tasks.rest(this);
  }
}

const NO_PUSHES: readonly PushRecord[] = Object.freeze([]);
