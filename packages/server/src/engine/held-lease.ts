import { isA2AError, isTerminal, type JsonValue, type LogEvent, type Message } from "@a2a/types";
import type { ListNode } from "../collections/linked-list.ts";
import { onNextTick } from "../scheduling/on-next-tick.ts";
import { TurnBatch } from "../scheduling/turn-batch.ts";
import type { Reservation } from "./begin.ts";
import { type EngineCore, storedTask } from "./engine-core.ts";
import type { InFlight } from "./in-flight.ts";
import { Outbox } from "./outbox.ts";
import {
  type CallFacts,
  CancelRequested,
  FencedError,
  type InboxMessage,
  type Lease,
  type OnAppended,
} from "./port/lease.ts";
import { closed, unanswered } from "./port/refusals.ts";
import type { Scope, StoredTask } from "./port/task-engine.ts";
import { assertHeld, sizeOf } from "./rules/append.ts";
import type { Admission, Decision, Facts } from "./rules/change.ts";
import { assertReserved, idempotencyKey } from "./rules/idempotency.ts";
import { createTask, draftRow, draftText, type TaskDraft } from "./rules/task-draft.ts";
import type { CancelRequest, TaskRow } from "./rules/task-row.ts";
import { type LeasedTurn, type Released, releaseTurn, saveCheckpoint, takeMessage } from "./rules/turns.ts";
import { encodeUpdates } from "./text/encode-updates.ts";
import { UpdateTexts } from "./text/event-text.ts";

/** The state of a lease granted before its task exists. */
export interface DraftedLease {
  readonly draft: TaskDraft;
  /** The capacity reserved for the task. */
  readonly admission: Admission;
  /** The waiters for the answer to the message. */
  readonly flight: InFlight;
  /** The message's reservation, where the storage is shared. */
  readonly reservation?: Reservation | undefined;
}

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
  /** Set until the task exists. */
  #drafted: DraftedLease | undefined;
  #draftCheckpoint: string | undefined;
  #cancelRequested = false;
  /** Why the storage refused the latest events: a task that does not exist yet fails with it, and its sender is told to try again. */
  #outage: unknown;
  #over = false;
  #node: ListNode<HeldLease> | undefined;

  constructor(core: EngineCore, turn: LeasedTurn, drafted?: DraftedLease) {
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
    const { draft } = this.#drafted;
    const row = { ...draftRow(draft, { now: 0, leaseMs: undefined }), seq: 0, generation: 0 };
    return storedTask(row, draftText(draft).json());
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
    const outbox = this.#outbox;
    try {
      encodeUpdates(events, this, this.#core.now, outbox.events);
    } catch (error) {
      onResult(error, 0);
      return;
    }
    outbox.endCall(onResult);
    if (outbox.size > 1) return;
    // The first event is not held back; all later ones are written in one batch with those of other tasks.
    if (this.#drafted) onNextTick(() => this.flush());
    else appending.add(this);
  }

  /** Writes everything that was appended without a pause, as if it had been appended by one call. */
  flush(): void {
    const outbox = this.#outbox;
    if (outbox.size === 0) return;
    this.#outbox = new Outbox();
    this.#append(outbox).then(
      () => outbox.settle(),
      (error: unknown) => {
        if (isA2AError(error, "UNAVAILABLE")) this.#outage = error;
        outbox.refuse(error);
      },
    );
  }

  #append(outbox: Outbox): Promise<unknown> {
    if (this.#core.phase === "closed") return Promise.reject(new FencedError(this.taskId, "stale"));
    const { events } = outbox;
    const grows = !this.#drafted && events.every(({ kind }) => kind === "artifact");
    return this.#core.commit<Written>({
      scope: this.scope,
      taskId: this.taskId,
      message: this.#drafted?.reservation,
      pushesOf: this.#drafted?.draft.command.push && this.scope,
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
      done: this.#written,
    });
  }

  #decideAppend(facts: Facts, outbox: Outbox): Decision<Written> {
    const { row, seen, now } = facts;
    const { limits, leaseMs } = this.#core;
    const assertRoom = (size: number) => facts.assertRoom(size);
    const drafted = this.#drafted;
    if (!row && drafted && !this.#over) {
      if (drafted.reservation) assertReserved(seen, this.taskId, drafted.reservation.holder);
      assertRoom(drafted.draft.messageJson.length);
      const change = createTask(
        drafted.draft,
        { now, leaseMs },
        {
          admission: drafted.admission,
          checkpoint: this.#draftCheckpoint,
          extend: (created) => outbox.extend(created, limits, assertRoom),
        },
      );
      return { result: change.row, change };
    }
    assertHeld(row, this.taskId, this.token);
    return { result: row, change: { kind: "task", row, ...outbox.extend(row, limits, assertRoom) } };
  }

  readonly #written = (row: Written): void => {
    const isNew = this.#drafted !== undefined;
    const { taskId, contextId, seq } = this;
    this.#settleFlight()?.settle({ task: { taskId, contextId, seq } });
    this.#drafted = undefined;
    // A holder that finished the task itself is not told that it lost the lease.
    if ("state" in row && isTerminal(row.state)) this.#end();
    else if (isNew) this.show();
    if ("state" in row) this.#core.changed(row);
    else this.#core.grown(this.taskId, row);
  };

  async save(checkpoint: JsonValue): Promise<void> {
    const json = JSON.stringify(checkpoint);
    this.flush();
    if (this.#drafted) this.#draftCheckpoint = json;
    else
      await this.#core.commit<void>({
        taskId: this.taskId,
        decide: ({ row }) => ({ result: undefined, change: saveCheckpoint(row, this, json) }),
      });
  }

  async answer(message: Message): Promise<void> {
    if (this.#core.phase === "closed") throw new FencedError(this.taskId, "stale");
    this.flush();
    const answer: Message = { ...message, contextId: this.contextId };
    await this.#core.commit<void>({
      taskId: this.taskId,
      message: this.#drafted?.reservation,
      decide: (facts) => this.#decideAnswer(facts, answer),
      done: () => {
        this.#settleFlight()?.settle({ message: answer });
        this.#drafted = undefined;
        this.#end();
      },
    });
  }

  #decideAnswer({ row, seen }: Facts, answer: Message): Decision<void> {
    const { taskId, scope, contextId } = this;
    if (row) throw new TypeError(`task ${taskId} exists: append to it instead`);
    if (!this.#drafted || this.#over) throw new FencedError(taskId, "stale");
    const { draft, admission, reservation } = this.#drafted;
    if (reservation) assertReserved(seen, taskId, reservation.holder);
    const { fingerprint } = draft.command;
    // An answer is kept under the id of its message, or under one that nobody asks for.
    const messageId = idempotencyKey(draft.command) ?? taskId;
    // There will be no task: the message loses the id that was meant for it.
    const { taskId: _, ...alone } = draft.message;
    const texts = { message: JSON.stringify(alone), answer: JSON.stringify(answer) };
    const exchange = { scope, contextId, messageId, fingerprint, ...texts };
    return { result: undefined, change: { kind: "exchange", exchange, admission } };
  }

  async take(): Promise<InboxMessage | undefined> {
    this.flush();
    if (this.#over || this.#drafted) return undefined;
    try {
      return await this.#core.commit({ taskId: this.taskId, decide: ({ row }) => takeMessage(row, this) });
    } catch (error) {
      if (error instanceof FencedError) return undefined;
      throw error;
    }
  }

  async release({ requeue = false, refusal }: ReleaseOptions = {}): Promise<Lease | undefined> {
    this.flush();
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
      // There is nothing to release: whoever waits for the task learns why there is none.
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

  /** The message in flight, which is about to be settled. */
  #settleFlight(): InFlight | undefined {
    const flight = this.#drafted?.flight;
    if (!flight) return undefined;
    if (flight.key !== undefined) this.#core.inFlight.delete(flight.key);
    if (flight.aliasKey !== undefined) this.#core.aliasesInFlight.delete(flight.aliasKey);
    return flight;
  }

  #end(why?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#node) this.#core.leases.remove(this.#node);
    this.#node = undefined;
    this.#core.leaseEnded.wake();
    const drafted = this.#drafted;
    if (!drafted) return;
    this.#settleFlight()?.fail(why ?? (this.#core.phase === "open" ? (this.#outage ?? unanswered()) : closed()));
    this.#drafted = undefined;
    this.#core.store.dismiss(drafted.admission);
  }
}

/** The leases with events to write. */
const appending = new TurnBatch<HeldLease>((leases) => {
  for (const lease of leases) lease.flush();
});

type ReleaseOptions = NonNullable<Parameters<Lease["release"]>[0]>;

/** The row after an append, or as much of it as a store knows that did not load it. */
type Written = TaskRow | Pick<TaskRow, "seq" | "pushes">;
