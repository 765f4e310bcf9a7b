import { LocalError, type Message, type Task } from "@a2a/types";
import { type Scheduler, systemScheduler } from "../util/scheduler.ts";
import { begin } from "./begin.ts";
import { cancel } from "./cancel.ts";
import { EngineState } from "./live/engine-state.ts";
import { LeaseKeeper } from "./live/lease-keeper.ts";
import type { LiveTask } from "./live/live-task.ts";
import { TurnLease } from "./live/turn-lease.ts";
import type { EngineOptions } from "./port/engine-options.ts";
import { FencedError, type Lease } from "./port/lease.ts";
import { DRAIN_MS } from "./port/limits.ts";
import { closed } from "./port/refusals.ts";
import type {
  BeginCommand,
  Begun,
  CancelOptions,
  ContextHistoryOptions,
  ListQuery,
  LogEntry,
  NewPush,
  PushClaim,
  PushFilter,
  PushRecord,
  ReadyOptions,
  Scope,
  StoredTask,
  SubscribeOptions,
  TaskAt,
  TaskEngine,
  TaskPage,
  TaskView,
  WaitOptions,
} from "./port/task-engine.ts";
import { Subscription } from "./readers/subscription.ts";
import { taskAt } from "./readers/task-at.ts";
import { waitFor } from "./readers/wait.ts";
import type { TaskHead } from "./rules/head.ts";
import { claimTurn, type LeasedTurn, turnOf } from "./rules/turns.ts";
import { SharedWebhooks } from "./shared-webhooks.ts";
import { collectPage, latestMessages } from "./store/page.ts";
import type { SharedEvents } from "./store/sharing.ts";
import { atOnce, type ExchangeTexts, type TaskRecord, type TaskStore } from "./store/task-store.ts";
import { storedTask } from "./text/stored-task.ts";
import { WebhookClaims, type Webhooks } from "./webhook-claims.ts";

/** How long the holders of aborted leases get to release them when the engine is closed. */
const ABORTED_DRAIN_MS = 1_000;

/**
 * Makes an engine of a store. The engine brings all the rules; a store only writes changes and reads (`TaskStore`).
 *
 * @param openStore Opens the store; the events tell the engine of tasks that it has removed, and of what other engines do.
 * @param scheduler When work runs; for simulations.
 */
export function createStoreEngine(
  openStore: (events: SharedEvents) => TaskStore,
  options: EngineOptions = {},
  scheduler: Scheduler = systemScheduler,
): TaskEngine {
  return new StoreEngine(new EngineState(openStore, options, scheduler));
}

class StoreEngine implements TaskEngine {
  readonly #state: EngineState;
  readonly #webhooks: Webhooks;
  readonly #leaseKeeper: LeaseKeeper | undefined;
  #claiming: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(state: EngineState) {
    this.#state = state;
    const { sharing } = state.store;
    this.#webhooks = sharing ? new SharedWebhooks(state, sharing) : new WebhookClaims(state);
    this.#leaseKeeper = sharing && new LeaseKeeper(state, sharing);
  }

  get isDurable(): boolean {
    return !this.#state.store.keepsTexts;
  }

  get isAvailable(): boolean {
    return this.#state.phase !== "closed" && this.#state.isReachable;
  }

  get lost(): Promise<void> {
    return this.#state.storageLost.promise;
  }

  begin(command: BeginCommand): Promise<Begun> {
    return begin(this.#state, command);
  }

  async get(scope: Scope, id: string, view?: TaskView): Promise<StoredTask | undefined> {
    const finding = this.#state.tasks.own(scope, id);
    const task = finding instanceof Promise ? await finding : finding;
    return task?.stored(view);
  }

  async resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
    this.#state.assertNotClosed();
    return this.#state.store.resolveAlias(scope, alias);
  }

  taskAt(scope: Scope, id: string, seq: number, view?: TaskView): Promise<TaskAt | undefined> {
    return taskAt(this.#state, scope, id, seq, view);
  }

  async list(scope: Scope, query: ListQuery): Promise<TaskPage> {
    this.#state.assertNotClosed();
    const { store } = this.#state;
    const { tasks, totalSize } = await store.list(scope, query);
    const page = collectPage(tasks, query.pageSize, (record) => ({
      row: record.head,
      json: this.#textOf(record).json(query.view),
    }));
    const { next } = page;
    return { tasks: page.tasks.map(({ row, json }) => storedTask(row, json)), totalSize, ...(next && { next }) };
  }

  async contextHistory(scope: Scope, contextId: string, options: ContextHistoryOptions): Promise<Message[]> {
    this.#state.assertNotClosed();
    const { limit, exceptTaskId } = options;
    const said = await this.#state.store.conversation(scope, contextId, limit + 1);
    return latestMessages(this.#messagesOfEach(said, exceptTaskId), limit);
  }

  subscribe(scope: Scope, id: string, options: SubscribeOptions = {}): AsyncIterable<readonly LogEntry[]> {
    return new Subscription(this.#state, scope, id, options);
  }

  waitFor(scope: Scope, id: string, options: WaitOptions): Promise<StoredTask> {
    return waitFor(this.#state, scope, id, options);
  }

  cancel(scope: Scope, id: string, options: CancelOptions = {}): Promise<StoredTask> {
    return cancel(this.#state, scope, id, options);
  }

  async claim(limit: number): Promise<Lease[]> {
    const state = this.#state;
    state.assertOpen();
    const claims = await (state.store.sharing
      ? this.#claimShared(limit)
      : Promise.allSettled(this.#claimable(limit).map((task) => this.#claim(task))));
    const leases = claims.flatMap((claim) => (claim.status === "fulfilled" ? (claim.value ?? []) : []));
    const failed = claims.find((claim) => claim.status === "rejected");
    // A claimed turn must run even if others failed.
    if (failed && leases.length === 0) throw failed.reason;
    return leases;
  }

  async #claim(task: LiveTask): Promise<Lease | undefined> {
    let turn: LeasedTurn | undefined;
    const decide = (head: TaskHead) => {
      if (head.run !== "queued") throw new FencedError(head.id, "stale");
      const claimed = claimTurn(head);
      turn = turnOf(claimed);
      return { head: claimed };
    };
    try {
      return await new Promise((resolve, reject) => {
        task.accept(decide, (refusal) => {
          if (refusal === undefined) resolve(turn && new TurnLease(this.#state, task, turn));
          else reject(refusal);
        });
      });
    } catch (error) {
      task.unlock();
      // Another engine or another command got there first.
      if (error instanceof FencedError) return undefined;
      throw error;
    }
  }

  /** Queued turns that are not about to be claimed. */
  #claimable(limit: number): LiveTask[] {
    const { store, tasks } = this.#state;
    for (let asked = limit; ; asked *= 2) {
      const ids = atOnce(store.queued(asked));
      const queued = ids.flatMap((id) => atOnce(tasks.find(id)) ?? []).filter(({ head }) => head.run === "queued");
      if (queued.length >= limit || ids.length < asked) return queued.slice(0, limit);
    }
  }

  /** Claims turns in shared storage, one call at a time, so that each call finds different turns. */
  #claimShared(limit: number): Promise<PromiseSettledResult<Lease | undefined>[]> {
    const claiming = this.#claiming.then(async () => {
      const ids = await this.#state.store.queued(limit);
      return Promise.allSettled(ids.map((id) => this.#acquireAndClaim(id)));
    });
    this.#claiming = claiming.catch(() => undefined);
    return claiming;
  }

  async #acquireAndClaim(id: string): Promise<Lease | undefined> {
    const task = await this.#state.tasks.acquire(id);
    if (task?.isOwned && task.head.run === "queued") return this.#claim(task);
    task?.unlock();
    return undefined;
  }

  setPush(scope: Scope, taskId: string, push: NewPush): Promise<PushRecord> {
    return this.#webhooks.set(scope, taskId, push);
  }

  async getPush(scope: Scope, taskId: string, id: string): Promise<PushRecord | undefined> {
    return (await this.#webhooks.list(scope, taskId)).find((push) => push.id === id);
  }

  listPush(scope: Scope, taskId: string): Promise<PushRecord[]> {
    return this.#webhooks.list(scope, taskId);
  }

  deletePush(scope: Scope, taskId: string, id: string): Promise<boolean> {
    return this.#webhooks.delete(scope, taskId, id);
  }

  claimPush(limit: number, filter?: PushFilter): Promise<PushClaim[]> {
    return this.#webhooks.claim(limit, filter);
  }

  async ready(queue: "turns" | "pushes", options: ReadyOptions = {}): Promise<void> {
    const state = this.#state;
    if (state.phase === "closed") return;
    if (queue === "pushes") return this.#webhooks.ready(options);
    const { signal } = options;
    signal?.throwIfAborted();
    const waiting = state.turns.wait(signal);
    // There may be no waiter.
    waiting.catch(() => undefined);
    if ((await state.store.queued(1)).length === 0) await waiting;
  }

  close(options: { drainMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#close(options.drainMs ?? DRAIN_MS);
    return this.#closing;
  }

  async #close(drainMs: number): Promise<void> {
    const state = this.#state;
    if (state.phase === "open") state.phase = "closing";
    await this.#drained(drainMs);
    for (const lease of state.leases) lease.stop(new LocalError("CLOSED", "the server is shutting down"));
    const lateMs = Math.min(drainMs, ABORTED_DRAIN_MS);
    await this.#drained(lateMs);
    await this.#inTime(state.queue.drained(), Math.max(lateMs, 1));
    this.#webhooks.stop();
    this.#leaseKeeper?.stop();
    state.end();
    for (const flight of state.inFlight.values()) flight.fail(closed());
    await state.store.close();
  }

  /** Resolves when no lease is held, or the time is up. */
  async #drained(timeoutMs: number): Promise<void> {
    const { leases, leaseEnded } = this.#state;
    if (leases.size === 0) return;
    // A turn that ends may be followed by the next one of its task.
    const ended = async () => {
      while (leases.size > 0 && !isLate) await leaseEnded.wait();
    };
    let isLate = false;
    await this.#inTime(ended(), timeoutMs);
    isLate = true;
    leaseEnded.wake();
  }

  /** Resolves with the promise, or when the time is up. */
  async #inTime(promise: Promise<void>, timeoutMs: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const cancelTimer = this.#state.scheduler.after(timeoutMs, late.resolve);
    await Promise.race([promise, late.promise]);
    cancelTimer();
  }

  #textOf(record: TaskRecord) {
    const live = this.#state.tasks.peek(record.head.id);
    return record.text ?? live?.record?.text ?? atOnce(this.#state.store.read(record)).text;
  }

  /** Read one by one, since most contexts have more messages than requested. */
  *#messagesOfEach(
    said: Iterable<TaskRecord | ExchangeTexts>,
    exceptTaskId: string | undefined,
  ): Generator<readonly Message[]> {
    for (const item of said) {
      if ("answer" in item) yield [JSON.parse(item.message), JSON.parse(item.answer)] as Message[];
      else if (item.head.id !== exceptTaskId) yield this.#messagesOf(item);
    }
  }

  #messagesOf(record: TaskRecord): readonly Message[] {
    const { history = [], status } = JSON.parse(this.#textOf(record).json({ artifacts: false })) as Task;
    return status.message ? [...history, status.message] : history;
  }
}
