import { isA2AError, isTerminal, type JsonValue, type LogEvent, type Message } from "@a2a/types";
import type { ListNode } from "../../util/linked-list.ts";
import { runOnNextTick } from "../../util/scheduler.ts";
import { TurnBatch } from "../../util/turn-batch.ts";
import { Wakeup } from "../../util/wakeup.ts";
import {
  type CallFacts,
  CancelRequested,
  FencedError,
  type InboxMessage,
  type Lease,
  type OnAppended,
} from "../port/lease.ts";
import { closed, unanswered } from "../port/refusals.ts";
import type { Scope, StoredTask } from "../port/task-engine.ts";
import { encodeUpdates } from "../text/encode-updates.ts";
import { UpdateTexts } from "../text/event-text.ts";
import type { DraftedTask } from "./drafted-task.ts";
import { type EngineCore, storedTask } from "./engine-core.ts";
import { Outbox } from "./outbox.ts";
import { retryWrite } from "./retry-write.ts";
import { assertHeld, sizeOf } from "./rules/append.ts";
import type { Decision, Facts } from "./rules/change.ts";
import type { CancelRequest, TaskRow } from "./rules/task-row.ts";
import { type LeasedTurn, type Released, releaseTurn, takeMessage } from "./rules/turns.ts";

/** How many characters of one task may wait to be written before its agent has to wait, */
const MAX_PENDING = 1_048_576;
/** and how many of all tasks. */
const MAX_PENDING_IN_ALL = 33_554_432;

/** The lease of a turn that this engine carries out. */
export class HeldLease implements Lease {
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
  readonly texts: UpdateTexts;
  readonly #core: EngineCore;
  #stopReason: Error | undefined;
  #onStop: ((reason: Error) => void) | undefined;
  /** Appends that have not been handed to the store. */
  #outbox = new Outbox();
  /** Appends that the store is writing. There is one write at a time, so that no append can overtake a refused one. */
  #writing: Outbox | undefined;
  /** Wakes callers that wait for the write under way. */
  readonly #written = new Wakeup();
  /** How many writes were refused, and why the last one was. */
  #refusals = 0;
  #refusal: unknown;
  /** Set until the task exists. */
  #drafted: DraftedTask | undefined;
  #cancelRequested = false;
  #over = false;
  #node: ListNode<HeldLease> | undefined;

  constructor(core: EngineCore, turn: LeasedTurn, drafted?: DraftedTask) {
    this.#core = core;
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
    this.texts = new UpdateTexts(turn);
    this.#drafted = drafted;
  }

  get isOver(): boolean {
    return this.#over;
  }

  get stopReason(): Error | undefined {
    return this.#stopReason;
  }

  onStop(listener: (reason: Error) => void): void {
    this.#onStop = listener;
    if (this.#stopReason) listener(this.#stopReason);
  }

  async load(): Promise<StoredTask> {
    this.#core.assertNotClosed();
    const stored = await this.#core.store.read(this.taskId, undefined);
    if (stored) return storedTask(stored.row, stored.json);
    if (!this.#drafted) throw new FencedError(this.taskId, "stale");
    return this.#drafted.stored();
  }

  create(): Promise<number> {
    return this.append([]);
  }

  append(events: readonly LogEvent[]): Promise<number> {
    return new Promise((resolve, reject) => {
      this.enqueue(events, (refusal, seq) => (refusal === undefined ? resolve(seq) : reject(refusal)));
    });
  }

  get isCongested(): boolean {
    return (
      (this.#writing?.characters ?? 0) + this.#outbox.characters >= MAX_PENDING ||
      this.#core.pending >= MAX_PENDING_IN_ALL
    );
  }

  enqueue(events: readonly LogEvent[], onResult: OnAppended): void {
    const outbox = this.#outbox;
    try {
      encodeUpdates(events, this, this.#core.now, outbox.events);
    } catch (error) {
      onResult(error, 0);
      return;
    }
    this.#core.pending += outbox.endCall(onResult);
    // The write under way is followed by everything that was appended meanwhile.
    if (outbox.size > 1 || this.#writing) return;
    // The first event is not held back; all later ones are written in one batch with those of other tasks.
    if (this.#drafted) runOnNextTick(() => this.flush());
    else appending.add(this);
  }

  /** Writes everything that was appended without a pause, as if it had been appended by one call. */
  flush(): void {
    const outbox = this.#outbox;
    if (outbox.size === 0 || this.#writing) return;
    this.#outbox = new Outbox();
    this.#writing = outbox;
    this.#write(outbox).then(
      () => this.#settle(outbox),
      (error: unknown) => this.#settle(outbox, error),
    );
  }

  /** Repeats the write while the storage is unavailable, for as long as the engine allows. */
  async #write(outbox: Outbox): Promise<void> {
    const writing = this.#append(outbox);
    // A task that does not exist yet is not waited for: its sender can try again.
    if (this.#drafted) return void (await writing);
    await retryWrite(writing, {
      again: () => this.#append(outbox),
      mayRetry: () => !this.#over && this.#core.phase !== "closed",
      maxMs: this.#core.retryMs,
    });
  }

  /** Reports the result of a write. A refusal takes along everything that was appended behind it, before anyone hears of it. */
  #settle(outbox: Outbox, error?: unknown): void {
    this.#writing = undefined;
    this.#core.pending -= outbox.characters;
    const refusal = error ?? outbox.refusal;
    const behind = this.#outbox;
    if (refusal !== undefined) {
      this.#refusals += 1;
      this.#refusal = refusal;
      this.#outbox = new Outbox();
      this.#core.pending -= behind.characters;
    }
    if (error === undefined) outbox.settle();
    else outbox.refuse(error);
    if (refusal !== undefined) behind.refuse(refusal);
    this.#written.wake();
    this.flush();
  }

  /** Resolves when all appends so far are durable; rejects when one of them was refused. `undefined` if there are none. */
  #drain(): Promise<void> | undefined {
    this.flush();
    return this.#writing && this.#untilWritten();
  }

  async #untilWritten(): Promise<void> {
    const before = this.#refusals;
    while (this.#writing) await this.#written.wait();
    if (this.#refusals > before) throw this.#refusal;
  }

  #append(outbox: Outbox): Promise<unknown> {
    if (this.#core.phase === "closed") return Promise.reject(new FencedError(this.taskId, "stale"));
    const { events } = outbox;
    const grows = !this.#drafted && outbox.checkpoint === undefined && events.every(({ kind }) => kind === "artifact");
    return this.#core.commit<Written>({
      scope: this.scope,
      taskId: this.taskId,
      message: this.#drafted?.reservation,
      pushesOf: this.#drafted?.hasPush ? this.scope : undefined,
      growth: grows
        ? {
            token: this.token,
            events,
            size: events.reduce((size, event) => size + sizeOf(event), 0),
            limits: this.#core.limits,
            resultOf: (row) => {
              outbox.written(row.seq);
              return row;
            },
          }
        : undefined,
      decide: (facts) => this.#decideAppend(facts, outbox),
      done: this.#onWritten,
    });
  }

  #decideAppend(facts: Facts, outbox: Outbox): Decision<Written> {
    const { row } = facts;
    if (!row && this.#drafted && !this.#over) return this.#drafted.create(facts, outbox);
    assertHeld(row, this.taskId, this.token);
    const written = outbox.extend(row, this.#core.limits, (size) => facts.assertRoom(size));
    return { result: row, change: { kind: "task", row, ...written } };
  }

  readonly #onWritten = (row: Written): void => {
    const isNew = this.#drafted !== undefined;
    const { taskId, contextId, seq } = this;
    this.#drafted?.settle({ task: { taskId, contextId, seq } });
    this.#drafted = undefined;
    // A holder that finished the task itself is not told that it lost the lease.
    if ("state" in row && isTerminal(row.state)) this.#end();
    else if (isNew) this.show();
    if ("state" in row) this.#core.changed(row);
    else this.#core.grown(this.taskId, row);
  };

  async save(checkpoint: JsonValue): Promise<void> {
    const json = JSON.stringify(checkpoint);
    if (this.#drafted && this.#outbox.size === 0 && !this.#writing) {
      this.#drafted.checkpoint = json;
      return;
    }
    this.#outbox.checkpoint = json;
    const saving = this.append([]);
    this.flush();
    await saving;
  }

  async answer(message: Message): Promise<void> {
    if (this.#core.phase === "closed") throw new FencedError(this.taskId, "stale");
    await this.#drain();
    const answer: Message = { ...message, contextId: this.contextId };
    await this.#core.commit<void>({
      taskId: this.taskId,
      message: this.#drafted?.reservation,
      decide: (facts) => this.#decideAnswer(facts, answer),
      done: () => {
        this.#drafted?.settle({ message: answer });
        this.#drafted = undefined;
        this.#end();
      },
    });
  }

  #decideAnswer(facts: Facts, answer: Message): Decision<void> {
    if (facts.row) throw new TypeError(`task ${this.taskId} exists: append to it instead`);
    if (!this.#drafted || this.#over) throw new FencedError(this.taskId, "stale");
    return this.#drafted.answer(facts, answer);
  }

  async take(): Promise<InboxMessage | undefined> {
    try {
      await this.#drain();
      if (this.#over || this.#drafted) return undefined;
      return await this.#core.commit({ taskId: this.taskId, decide: ({ row }) => takeMessage(row, this) });
    } catch (error) {
      if (error instanceof FencedError) return undefined;
      throw error;
    }
  }

  async release({ requeue = false, refusal }: ReleaseOptions = {}): Promise<Lease | undefined> {
    // A turn ends even if its last events were refused: their appender knows.
    await this.#drain()?.catch(() => undefined);
    if (this.#over || this.#core.phase === "closed") return undefined;
    if (this.#drafted) await this.#drafted.reservation?.extend(() => 0).catch(() => undefined);
    let next: HeldLease | undefined;
    const { limits, leaseMs } = this.#core;
    const canceled = this.#cancelRequested;
    const options = { requeue, canceled, at: this.#core.now(), limits, leaseMs };
    const releasing = this.#core.commit<Released | undefined>({
      taskId: this.taskId,
      decide: ({ row, now }) => releaseTurn(row, this, { ...options, now }),
      done: (released) => {
        this.#end(refusal);
        if (!released) return;
        if (released.next) {
          next = new HeldLease(this.#core, released.next);
          next.show();
        } else if (requeue) {
          this.#core.turns.wake();
        }
        this.#core.changed(released.row);
      },
    });
    try {
      await releasing;
    } catch (error) {
      if (!this.#drafted) throw error;
      // There is nothing to release; the sender is told why there is no task.
      this.#end(refusal ?? error);
    }
    return next;
  }

  /** The lease is held from now on. */
  open(): void {
    this.#node ??= this.#core.leases.add(this);
  }

  /** The same, and its task can be seen. */
  show(): void {
    this.open();
    this.#core.leases.show(this);
  }

  /** A cancel was requested. */
  requestCancel({ metadata }: CancelRequest): void {
    this.#cancelRequested = true;
    this.stop(new CancelRequested(metadata));
  }

  /** Another engine changed the task: it may have been canceled there, or this lease was fenced. */
  lookForCancel(): void {
    void Promise.resolve(this.#core.store.find(this.taskId)).then(
      (row) => {
        if (row && row.token !== this.token) this.lose();
        else if (row?.cancel) this.requestCancel(row.cancel);
      },
      // The next renewal will tell.
      () => undefined,
    );
  }

  /** Keeps the reservation of a message that has no task yet. */
  async extendReservation(leaseMs: number): Promise<void> {
    await this.#drafted?.reservation?.extend((now) => now + leaseMs);
  }

  get isDraft(): boolean {
    return this.#drafted !== undefined;
  }

  /** The lease was fenced; a task that does not exist yet will not be created. */
  lose(why?: unknown): void {
    if (this.#over) return;
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

  #end(why?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#node) this.#core.leases.remove(this.#node);
    this.#node = undefined;
    this.#core.leaseEnded.wake();
    this.#drafted?.abandon(why ?? (this.#core.phase === "open" ? this.#outage() : closed()));
    this.#drafted = undefined;
  }

  /** Why a task that does not exist yet will not be created: its sender may try again after an outage of the storage. */
  #outage(): unknown {
    return isA2AError(this.#refusal, "UNAVAILABLE") ? this.#refusal : unanswered();
  }
}

/** The leases with events to write. */
const appending = new TurnBatch<HeldLease>((leases) => {
  for (const lease of leases) lease.flush();
});

type ReleaseOptions = NonNullable<Parameters<Lease["release"]>[0]>;

/** The row after an append, or as much of it as a store knows that did not load it. */
type Written = TaskRow | Pick<TaskRow, "seq" | "pushes">;
