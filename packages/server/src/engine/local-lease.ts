import { isTerminal, type JsonValue, type LogEvent, type Message } from "@a2a/types";
import type { ListNode } from "../collections/linked-list.ts";
import { nextLoopTurn } from "../scheduling/next-loop-turn.ts";
import { onNextTick } from "../scheduling/on-next-tick.ts";
import type { Draft } from "./draft.ts";
import { type EngineCore, storedTask } from "./engine-core.ts";
import { type InFlight, repeatKey } from "./in-flight.ts";
import { type LeasedTurn, turnOf } from "./leased-turn.ts";
import { Outbox } from "./outbox.ts";
import {
  type CallFacts,
  type CancelRequested,
  type Decided,
  FencedError,
  type InboxMessage,
  type Lease,
} from "./port/lease.ts";
import { closed, unanswered } from "./port/refusals.ts";
import type { Scope, StoredTask } from "./port/task-engine.ts";
import { encodeUpdates } from "./rules/log-rules.ts";
import { endTurn, startTurn, type TaskRow } from "./rules/task-row.ts";
import { UpdateTexts } from "./text/event-text.ts";

/** A lease on a task of an engine in this process. */
export class LocalLease implements Lease {
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
  /** Serialises what is appended. */
  readonly texts: UpdateTexts;
  readonly #core: EngineCore;
  #stopReason: Error | undefined;
  #onStop: ((reason: Error) => void) | undefined;
  /** What has been appended and not been handed to the store. */
  #outbox = new Outbox();
  /** The task, while it does not exist. */
  #draft: Draft | undefined;
  /** Who waits for the first sign of life, until there is one. */
  #flight: InFlight | undefined;
  /** The number of the last message taken from the inbox. */
  #taken = 0;
  #cancelRequested = false;
  #over = false;
  /** Its place among the leases that are out. */
  #link: ListNode<LocalLease> | undefined;

  constructor(core: EngineCore, turn: LeasedTurn, draft?: Draft, flight?: InFlight) {
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
    this.#draft = draft;
    this.#flight = flight;
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
    return this.#core.read(() => {
      const row = this.#core.store.find(this.taskId);
      if (row) return storedTask(row, this.#core.store.snapshot(row));
      if (!this.#draft) throw new FencedError(this.taskId, "stale");
      return storedTask({ ...this.#draft.row(), seq: 0 }, this.#draft.text().json());
    });
  }

  create(): Promise<number> {
    return this.append([]);
  }

  append(events: readonly LogEvent[]): Promise<number> {
    return new Promise((resolve, reject) => {
      this.put(events, (refusal, seq) => (refusal === undefined ? resolve(seq) : reject(refusal)));
    });
  }

  put(events: readonly LogEvent[], decided: Decided): void {
    const outbox = this.#outbox;
    try {
      encodeUpdates(events, this, this.#core.now, outbox.texts);
    } catch (error) {
      decided(error, 0);
      return;
    }
    outbox.close(decided);
    if (outbox.size > 1) return;
    // The first sign of life is not kept waiting; all else is written together with what others append.
    if (this.#draft) onNextTick(() => this.#send());
    else void nextLoopTurn().then(() => this.#send());
  }

  /** What is appended without a pause is written at once, as if it had been appended by one call. */
  #send(): void {
    const outbox = this.#outbox;
    if (outbox.size === 0) return;
    this.#outbox = new Outbox();
    this.#write((row) => outbox.extend(this.#core, row)).then(
      () => outbox.tell(),
      (error: unknown) => outbox.refuse(error),
    );
  }

  async save(checkpoint: JsonValue): Promise<void> {
    const json = JSON.stringify(checkpoint);
    this.#send();
    if (this.#draft) this.#draft.checkpoint = JSON.parse(json);
    else
      await this.#write((row) => {
        row.checkpoint = json;
        this.#core.store.save(row);
      });
  }

  async answer(message: Message): Promise<void> {
    if (this.#core.phase === "closed") throw new FencedError(this.taskId, "stale");
    this.#send();
    const answer: Message = { ...message, contextId: this.contextId };
    const { scope, contextId, taskId } = this;
    await this.#core.write(
      () => {
        const draft = this.#draft;
        if (this.#core.store.find(taskId)) throw new TypeError(`task ${taskId} exists: append to it instead`);
        if (!draft || this.#over) throw new FencedError(taskId, "stale");
        // An answer is kept under the id of its message, or under one that nobody asks for.
        const messageId = repeatKey(draft.command) ?? taskId;
        const { fingerprint } = draft.command;
        // No task will be: the message loses the id that was meant for it.
        const { taskId: _, ...alone } = draft.message;
        const texts = { message: JSON.stringify(alone), answer: JSON.stringify(answer) };
        this.#core.store.insertExchange({ scope, contextId, messageId, fingerprint, ...texts }, draft.admission);
      },
      () => {
        this.#decide()?.settle({ message: answer });
        this.#end();
      },
    );
  }

  take(): InboxMessage | undefined {
    const row = this.#core.store.read(() => this.#core.store.find(this.taskId));
    if (row?.token !== this.token) return undefined;
    const next = row.inbox.find(({ seq }) => seq > this.#taken);
    if (!next) return undefined;
    this.#taken = next.seq;
    this.#send();
    const removal = this.#write((held) => {
      held.inbox = held.inbox.filter(({ seq }) => seq !== next.seq);
      this.#core.store.save(held);
    });
    // Should this fail, the lease is lost, or the message is still left out of the inbox by `release`.
    removal.catch(() => undefined);
    return { seq: next.seq, message: JSON.parse(next.message) as Message, call: next.call };
  }

  async release({ requeue = false }: { requeue?: boolean } = {}): Promise<Lease | undefined> {
    this.#send();
    if (this.#over || this.#core.phase === "closed") return undefined;
    const next = await this.#core.write(
      () => this.#endTurn(requeue),
      (result) => {
        this.#end();
        if (!result) return;
        if (result.lease) result.lease.show();
        else if (requeue) this.#core.turns.wake();
        this.#core.changed(result.row);
      },
    );
    return next?.lease;
  }

  /** It is out from now on. */
  open(): void {
    this.#link ??= this.#core.leases.add(this);
  }

  /** The same, and its task can be seen. */
  show(): void {
    this.open();
    this.#core.leases.show(this);
  }

  /** Somebody wants the task canceled. */
  requestCancel(reason: CancelRequested): void {
    this.#cancelRequested = true;
    this.stop(reason);
  }

  /** The task is no longer this holder's; a task that is not there yet will not be. */
  lose(why?: unknown): void {
    if (this.#over) return;
    this.#end(why);
    this.stop(new FencedError(this.taskId, "stale"));
  }

  /** Tells the holder to stop. */
  stop(reason: Error): void {
    // Whoever was asked to stop and did not is told once more when the task is taken away.
    if (this.#stopReason && !(reason instanceof FencedError)) return;
    this.#stopReason ??= reason;
    this.#onStop?.(reason);
  }

  #endTurn(requeue: boolean): { row: TaskRow; lease: LocalLease | undefined } | undefined {
    const row = this.#core.store.find(this.taskId);
    if (row?.token !== this.token) return undefined;
    row.inbox = row.inbox.filter(({ seq }) => seq > this.#taken);
    const next = row.inbox[0];
    let lease: LocalLease | undefined;
    if (this.#cancelRequested) {
      this.#core.cancelNow(row);
    } else if (requeue) {
      row.run = "queued";
      row.token += 1;
    } else if (next) {
      row.inbox = row.inbox.slice(1);
      startTurn(row, next);
      lease = new LocalLease(this.#core, turnOf(row, next));
    } else {
      endTurn(row);
    }
    this.#core.store.save(row);
    return { row, lease };
  }

  /** Writes as the holder of the lease, creating the task first where that is still to be done; resolves with the last number. */
  #write(work: (row: TaskRow) => void): Promise<number> {
    if (this.#core.phase === "closed") return Promise.reject(new FencedError(this.taskId, "stale"));
    let written: TaskRow | undefined;
    let ended = false;
    return this.#core.write(
      () => {
        const row = this.#hold();
        work(row);
        written = row;
        ended = isTerminal(row.state);
        return row.seq;
      },
      () => {
        const isNew = this.#draft !== undefined;
        this.#draft = undefined;
        const { taskId, contextId, seq } = this;
        this.#decide()?.settle({ task: { taskId, contextId, seq } });
        // A holder that ended the task itself is not told that it has lost it.
        if (ended) this.#end();
        else if (isNew) this.show();
        if (written) this.#core.changed(written);
      },
    );
  }

  #hold(): TaskRow {
    const row = this.#core.store.find(this.taskId);
    if (!row && this.#draft && !this.#over) return this.#draft.insert();
    if (row?.token === this.token) return row;
    throw new FencedError(this.taskId, row && isTerminal(row.state) ? "terminal" : "stale");
  }

  /** How the message is answered is being decided: those who wait, if there are any. */
  #decide(): InFlight | undefined {
    const flight = this.#flight;
    this.#flight = undefined;
    if (!flight) return undefined;
    if (flight.key !== undefined) this.#core.inFlight.delete(flight.key);
    if (flight.name !== undefined) this.#core.named.delete(flight.name);
    return flight;
  }

  #end(why?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#link) this.#core.leases.remove(this.#link);
    this.#link = undefined;
    this.#core.leaseEnded.wake();
    if (!this.#flight) return;
    this.#decide()?.fail(why ?? (this.#core.phase === "open" ? unanswered() : closed()));
    this.#core.store.dismiss(this.#draft?.admission);
  }
}
