import { isTerminal } from "@a2a/types";
import type { MaybePromise } from "../../util/maybe-promise.ts";
import type { OnAppended } from "../port/lease.ts";
import type { WebhookRecord } from "../port/webhook-record.ts";
import type { TaskHead } from "../rules/head.ts";
import { withWebhook } from "../rules/webhooks.ts";
import { atOnce, type TaskRecord } from "../store/task-store.ts";
import type { Draft } from "./draft.ts";
import type { EngineState } from "./engine-state.ts";
import { type Decide, OpenChange } from "./open-change.ts";
import { Published } from "./published.ts";
import type { TurnLease } from "./turn-lease.ts";
import type { Writer } from "./write-queue.ts";

/**
 * A task in memory, and the only place that changes it. Every change is accepted synchronously, on the head that all accepted changes
 * lead to. The queue writes changes, one write at a time, and readers see them when they are durable. If a write is refused, everything
 * accepted after it is dropped in the same step, so that a log never has a gap.
 */
export class LiveTask extends Published implements Writer {
  /** The turn that runs here. */
  lease: TurnLease | undefined;
  /** How the task begins, with its message; dropped once it exists. */
  #draft: Draft | undefined;
  /** The head after everything accepted, while that is more than is durable. */
  #accepted: TaskHead | undefined;
  /** The webhooks after everything accepted, once they were asked for. */
  #webhooks: readonly WebhookRecord[] | undefined;
  /** Accepted steps that were not taken by the queue, and those that are being written. */
  #open: OpenChange | undefined;
  protected inFlight: OpenChange | undefined;

  constructor(state: EngineState, id: string, record: TaskRecord | undefined, draft?: Draft) {
    super(state, id, record);
    this.#draft = draft;
  }

  /** The task after everything that was accepted: the state that rules decide on. */
  get head(): TaskHead {
    return this.#accepted ?? this.record?.head ?? (this.#draft as Draft).head;
  }

  /** Its webhooks after everything that was accepted, in a storage that this engine has to itself. */
  get webhooks(): readonly WebhookRecord[] {
    this.#webhooks ??=
      this.record && this.head.webhooks > 0 ? atOnce(this.state.store.webhooksOf(this.record)) : NO_WEBHOOKS;
    return this.#webhooks;
  }

  /** Whether the task exists, or is about to. */
  get isCreated(): boolean {
    return this.record !== undefined || this.#accepted !== undefined;
  }

  /** Whether this engine may change the task. */
  get isOwned(): boolean {
    return true;
  }

  get isCurrent(): boolean {
    return true;
  }

  /** Whether it has a turn, or changes that are not durable: the store must keep it. */
  get isPinned(): boolean {
    return this.lease !== undefined || this.isPending;
  }

  /** Whether it must stay in memory. */
  get isBusy(): boolean {
    return this.isPinned || this.isRead;
  }

  /** Whether it has changes that are not durable. */
  get isPending(): boolean {
    return this.#accepted !== undefined;
  }

  /** How many characters wait to be written. */
  get pendingCharacters(): number {
    return (this.#open?.characters ?? 0) + (this.inFlight?.characters ?? 0);
  }

  /** Accepts a step, and reports to the caller when it is durable or was refused. Throws when the rules refuse it. */
  accept(decide: Decide, caller?: OnAppended): void {
    const isNew = !this.record && !this.#accepted;
    const open = this.#open ?? (isNew ? (this.#draft as Draft).open() : new OpenChange(this.record, this.head));
    // No step was decided on the head of an empty change, and another engine may have changed the task since.
    if (open.isEmpty && this.record) open.head = this.head;
    const before = open.characters;
    const step = open.add(decide, caller);
    this.state.pending += open.characters - before;
    this.#accepted = step.head;
    const { savedWebhook, deletedWebhook } = step;
    if (savedWebhook && !this.state.store.sharing) this.#webhooks = withWebhook(this.webhooks, savedWebhook);
    if (deletedWebhook !== undefined) this.#webhooks = this.webhooks.filter(({ id }) => id !== deletedWebhook);
    this.#begin(open);
  }

  /** The same with a promise of the sequence number, resolved when the step is durable. */
  write(decide: Decide): Promise<number> {
    return new Promise((resolve, reject) => {
      this.accept(decide, (refusal, seq) => (refusal === undefined ? resolve(seq) : reject(refusal)));
    });
  }

  /** Reports a step that the rules refused, after the results of the steps before it. */
  reject(error: unknown, caller: OnAppended): void {
    this.extend((open) => open.reject(error, caller));
  }

  /** Identifies the steps that will be written together with the next one. */
  get batch(): object | undefined {
    return this.#open;
  }

  /** Resolves when everything accepted so far is durable, rejects when it was refused; `undefined` when nothing is pending. */
  settled(): Promise<void> | undefined {
    const last = this.#open && !this.#open.isEmpty ? this.#open : this.inFlight;
    if (!last) return undefined;
    return new Promise((resolve, reject) => {
      last.await((refusal) => (refusal === undefined ? resolve() : reject(refusal)));
    });
  }

  /** Delays the answer to a command, including a refusal, until everything that it may reflect is durable. */
  async decide<T>(act: () => MaybePromise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      this.unlock();
      await this.settled();
      throw error;
    }
  }

  take(): OpenChange | undefined {
    const open = this.#open;
    this.#open = undefined;
    if (!open || open.isEmpty) {
      open?.settle();
      this.restIfIdle();
      return undefined;
    }
    // The task may have been created since the change was opened.
    open.record = this.record;
    this.inFlight = open;
    return open;
  }

  /** The output of a turn is retried for longer than the effect of a call, because a caller can try again. */
  get retryForMs(): number {
    return this.record && this.inFlight?.isOutput ? this.state.retryMs : 0;
  }

  durable(): void {
    const change = this.inFlight as OpenChange; // only the change under way becomes durable
    const isNew = !this.record;
    this.inFlight = undefined;
    this.state.pending -= change.characters;
    if (!this.#open || this.#open.isEmpty) this.#accepted = undefined;
    this.record = change.record as TaskRecord; // the store has set it
    const { head } = change;
    this.show(change);
    if (isNew) this.#draft?.created(this);
    this.#draft = undefined;
    change.settle();
    this.wake();
    if (head.webhooks > 0) this.state.webhooks.wake();
    if (head.run === "queued") this.state.turns.wake();
    if (isTerminal(head.state)) this.state.store.seal?.(this.record);
    if (this.#open) this.state.queue.add(this);
    else this.restIfIdle();
  }

  refused(error: unknown): void {
    const { inFlight } = this;
    const behind = this.undo();
    inFlight?.refuse(error);
    behind?.refuse(error);
    this.restIfIdle();
  }

  /** Forgets everything that is not durable; returns the steps behind those that were being written. */
  protected undo(): OpenChange | undefined {
    const behind = this.#open;
    this.state.pending -= this.pendingCharacters;
    this.inFlight = undefined;
    this.#open = undefined;
    this.#accepted = undefined;
    this.#webhooks = undefined;
    return behind;
  }

  /** Adds to the steps that are written next. */
  protected extend(add: (open: OpenChange) => void): void {
    const open = this.#open ?? new OpenChange(this.record, this.head);
    const before = open.characters;
    add(open);
    this.state.pending += open.characters - before;
    if (!open.isEmpty) this.#accepted = open.head;
    this.#begin(open);
  }

  /** Where others share the storage, takes the messages that they have received for the task, unless its lease has been lost. */
  async takeMessages(_isHeld: () => boolean): Promise<void> {}

  /** Where others share the storage, releases a lease that is not needed. */
  unlock(): void {}

  /** The turn that runs here starts or ends. */
  hold(lease: TurnLease | undefined): void {
    this.lease = lease;
    if (lease) this.state.tasks.keep(this);
    else this.restIfIdle();
  }

  /** While a change is being written, the next one collects. A new task is written at once, because its caller waits for it. */
  #begin(open: OpenChange): void {
    if (this.#open === open) return;
    this.#open = open;
    this.state.tasks.keep(this);
    if (!this.inFlight) this.state.queue.add(this, open.created !== undefined);
  }

  protected restIfIdle(): void {
    if (!this.isBusy && !this.#open) this.state.tasks.rest(this);
  }
}

const NO_WEBHOOKS: readonly WebhookRecord[] = Object.freeze([]);
