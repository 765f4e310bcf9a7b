import { isA2AError, isTerminal, type JsonValue, type LogEvent, type Message } from "@a2a/types";
import type { ListNode } from "../../util/linked-list.ts";
import {
  type CallFacts,
  CancelRequested,
  FencedError,
  type InboxMessage,
  type Lease,
  type OnAppended,
} from "../port/lease.ts";
import { unanswered } from "../port/refusals.ts";
import type { Scope, StoredTask } from "../port/task-engine.ts";
import { append, assertHeld } from "../rules/append.ts";
import type { TaskHead } from "../rules/head.ts";
import type { Reservation } from "../rules/notes.ts";
import { draftText } from "../rules/task-draft.ts";
import { type LeasedTurn, releaseTurn, takeMessage } from "../rules/turns.ts";
import { type EventText, UpdateTexts } from "../text/event-text.ts";
import { storedTask } from "../text/stored-task.ts";
import type { Draft } from "./draft.ts";
import type { EngineState } from "./engine-state.ts";
import type { LiveTask } from "./live-task.ts";

/** How many characters of one task may wait to be written before its agent has to wait, */
const MAX_PENDING = 1_048_576;
/** and how many of all tasks. */
const MAX_PENDING_IN_ALL = 33_554_432;

/** The lease of a turn that runs in this engine. */
export class TurnLease implements Lease {
  readonly scope: Scope;
  readonly taskId: string;
  readonly contextId: string;
  readonly message: Message;
  readonly seq: number;
  readonly call: CallFacts;
  readonly token: number;
  readonly turn: number;
  readonly attempt: number;
  readonly recovered: boolean;
  readonly checkpoint: JsonValue | undefined;
  readonly opensContext: boolean;
  readonly #state: EngineState;
  readonly #task: LiveTask;
  readonly #draft: Draft | undefined;
  readonly #texts: UpdateTexts;
  readonly #node: ListNode<TurnLease>;
  #stopReason: Error | undefined;
  #onStop: ((reason: Error) => void) | undefined;
  #cancelRequested = false;
  /** Why events were last rejected. The sender of a message without a task gets this error and can retry. */
  #outage: unknown;
  /** The batch in which an append was refused, and why. */
  #refused: { readonly batch: object; readonly error: unknown } | undefined;
  #isOver = false;

  constructor(state: EngineState, task: LiveTask, turn: LeasedTurn, draft?: Draft) {
    this.#state = state;
    this.#task = task;
    this.#draft = draft;
    this.scope = turn.scope;
    this.taskId = turn.taskId;
    this.contextId = turn.contextId;
    this.message = turn.message;
    this.seq = turn.seq;
    this.call = turn.call;
    this.token = turn.token;
    this.turn = turn.turn;
    this.attempt = turn.attempt;
    this.recovered = turn.recovered;
    this.checkpoint = turn.checkpoint;
    this.opensContext = turn.opensContext;
    this.#texts = new UpdateTexts(turn);
    this.#node = state.leases.add(this);
    task.hold(this);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isDraft(): boolean {
    return this.#task.record === undefined;
  }

  get stopReason(): Error | undefined {
    return this.#stopReason;
  }

  get isCongested(): boolean {
    return this.#task.pendingCharacters >= MAX_PENDING || this.#state.pending >= MAX_PENDING_IN_ALL;
  }

  onStop(listener: (reason: Error) => void): void {
    this.#onStop = listener;
    if (this.#stopReason) listener(this.#stopReason);
  }

  async load(): Promise<StoredTask> {
    this.#state.assertNotClosed();
    if (this.#task.record && !this.#task.isRemoved) return this.#task.stored();
    const draft = this.#draft;
    if (!draft || this.#isOver) throw new FencedError(this.taskId, "stale");
    return storedTask({ ...draft.head, seq: 0, generation: 0 }, draftText(draft.task).json());
  }

  create(): Promise<number> {
    return this.append([]);
  }

  append(events: readonly LogEvent[]): Promise<number> {
    return new Promise((resolve, reject) => {
      this.enqueue(events, (refusal, seq) => (refusal === undefined ? resolve(seq) : reject(refusal)));
    });
  }

  enqueue(events: readonly LogEvent[], onResult: OnAppended): void {
    const task = this.#task;
    let texts: EventText[];
    try {
      texts = events.map((event) => this.#texts.of(event, this.#state.now));
    } catch (error) {
      onResult(error, 0);
      if (!this.#isOver) this.#reject(error, ignore);
      return;
    }
    try {
      if (this.#refused && this.#refused.batch === task.batch) throw this.#refused.error;
      this.#assertHeld();
      const { isCreated } = task;
      let isEnd = false;
      const decide = (head: TaskHead) => {
        const appended = append(head, texts, this.#state.limits);
        isEnd = isTerminal(appended.head.state);
        if (!isEnd) this.#state.store.assertRoom(this.scope, appended.head.size - (isCreated ? head.size : 0));
        return { ...appended, events: texts, isOutput: true };
      };
      task.accept(decide, (refusal, seq) => {
        if (refusal !== undefined) this.#outage = refusal;
        else if (isEnd) this.#end();
        onResult(refusal, seq);
      });
    } catch (error) {
      this.#reject(error, onResult);
    }
  }

  /** Rejects the events that follow in the same batch, too. */
  #reject(error: unknown, onResult: OnAppended): void {
    this.#task.reject(error, onResult);
    const { batch } = this.#task;
    if (batch) this.#refused = { batch, error };
  }

  async save(checkpoint: JsonValue): Promise<void> {
    const json = JSON.stringify(checkpoint);
    const task = this.#task;
    await task.decide(async () => {
      this.#assertHeld();
      const draft = this.#draft;
      if (draft && !task.isCreated) draft.head = { ...draft.head, checkpoint: json };
      else await task.write((head) => ({ head: { ...head, checkpoint: json }, isOutput: true }));
    });
  }

  async answer(message: Message): Promise<void> {
    await this.#task.settled();
    const draft = this.#draft;
    if (this.#task.record) throw new TypeError(`task ${this.taskId} exists: append to it instead`);
    if (!draft || this.#isOver) throw new FencedError(this.taskId, "stale");
    const answer: Message = { ...message, contextId: this.contextId };
    await new Promise<void>((resolve, reject) => {
      this.#state.queue.add(draft.answer(answer, resolve, reject), true);
    });
    draft.settle({ message: answer });
    this.#end();
  }

  async take(): Promise<InboxMessage | undefined> {
    await this.#task.settled();
    if (!this.#holdsTask) return undefined;
    if (this.#task.head.inbox.length === 0) await this.#task.takeMessages(() => this.#holdsTask);
    if (!this.#holdsTask || this.#task.head.inbox.length === 0) return undefined;
    let taken: InboxMessage | undefined;
    await this.#task.write((head) => {
      const step = takeMessage(head, this.token);
      taken = step?.taken;
      return { head: step?.head ?? head };
    });
    return taken;
  }

  get #holdsTask(): boolean {
    return !this.#isOver && !this.isDraft && this.#task.head.token === this.token;
  }

  async release({ requeue = false, refusal }: ReleaseOptions = {}): Promise<Lease | undefined> {
    // A turn ends even if its last events were refused: their appender knows. If it seems to have lost its lease, that must be durable.
    do await this.#task.settled()?.catch(() => undefined);
    while (this.#task.head.token !== this.token && this.#task.isPending);
    if (this.#isOver || this.#state.phase === "closed") return undefined;
    const task = this.#task;
    if (!task.record) {
      // There is nothing to release; the sender gets the reason why there is no task.
      await this.#draft?.withdraw();
      this.#end(refusal);
      return undefined;
    }
    if (task.head.token !== this.token) {
      this.#end();
      return undefined;
    }
    let next: LeasedTurn | undefined;
    const decide = (head: TaskHead) => {
      const canceled = this.#cancelRequested;
      const released = releaseTurn(head, { requeue, canceled, at: this.#state.now(), limits: this.#state.limits });
      next = released.next;
      return { ...released, isOutput: true };
    };
    return new Promise((resolve, reject) => {
      task.accept(decide, (unwritten) => {
        if (unwritten instanceof FencedError) return resolve(undefined);
        if (unwritten !== undefined) return reject(unwritten);
        this.#end();
        resolve(next && new TurnLease(this.#state, task, next));
      });
    });
  }

  /** The reservation of a message that has no task yet. */
  get reservation(): Reservation | undefined {
    return this.isDraft && !this.#isOver ? this.#draft?.reservation : undefined;
  }

  /** A cancel was requested. */
  requestCancel(metadata: CancelRequested["metadata"]): void {
    this.#cancelRequested = true;
    this.stop(new CancelRequested(metadata));
  }

  /** The lease was fenced; a task that does not exist yet will not be created. */
  lose(why?: unknown): void {
    if (this.#isOver) return;
    this.#end(why);
    this.stop(new FencedError(this.taskId, "stale"));
  }

  /** Tells the holder to stop. */
  stop(reason: Error): void {
    // A holder that ignored a request to stop is notified again when it is fenced.
    if (this.#stopReason && !(reason instanceof FencedError)) return;
    this.#stopReason ??= reason;
    this.#onStop?.(reason);
  }

  #assertHeld(): void {
    if (this.#state.phase === "closed" || this.#task.isRemoved) throw new FencedError(this.taskId, "stale");
    assertHeld(this.#task.head, this.token);
    if (this.#isOver) throw new FencedError(this.taskId, "stale");
  }

  #end(why?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#state.leases.remove(this.#node);
    if (this.#task.lease === this) this.#task.hold(undefined);
    this.#state.leaseEnded.wake();
    if (!this.#task.record) this.#draft?.abandon(why ?? this.#unanswered());
  }

  /** Why there is no task: the sender may try again after an outage of the storage. */
  #unanswered(): unknown {
    if (this.#state.phase !== "open") return this.#state.refusal;
    return isA2AError(this.#outage, "UNAVAILABLE") ? this.#outage : unanswered();
  }
}

function ignore(): void {}

type ReleaseOptions = NonNullable<Parameters<Lease["release"]>[0]>;
