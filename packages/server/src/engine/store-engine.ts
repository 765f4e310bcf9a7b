import { LocalError, type Logger, type Message } from "@a2a/types";
import type { MaybePromise } from "../util/maybe-promise.ts";
import { type Scheduler, systemScheduler } from "../util/scheduler.ts";
import { Wakeup } from "../util/wakeup.ts";
import { type Accept, acceptHere, begin } from "./begin.ts";
import { cancel } from "./cancel.ts";
import { EngineState } from "./live/engine-state.ts";
import type { EngineOptions } from "./port/engine-options.ts";
import type { Lease } from "./port/lease.ts";
import { DRAIN_MS } from "./port/limits.ts";
import type {
  BeginCommand,
  Begun,
  CancelOptions,
  ContextHistoryOptions,
  ListQuery,
  LogEntry,
  NewWebhook,
  ReadyOptions,
  Scope,
  StoredTask,
  SubscribeOptions,
  TaskAt,
  TaskEngine,
  TaskPage,
  TaskSummary,
  TaskView,
  WaitOptions,
  WebhookClaim,
  WebhookFilter,
  WebhookRecord,
} from "./port/task-engine.ts";
import { contextHistory, listTasks } from "./readers/lists.ts";
import { Subscription } from "./readers/subscription.ts";
import { taskAt } from "./readers/task-at.ts";
import { waitFor } from "./readers/wait.ts";
import type { StoreEvents, TaskStore } from "./store/task-store.ts";
import { TurnClaims } from "./turn-claims.ts";
import { WebhookClaims, type Webhooks } from "./webhook-claims.ts";

/** How long the holders of aborted leases get to release them when the engine is closed. */
const ABORTED_DRAIN_MS = 1_000;
/** The interval between attempts to open a lost storage again. */
const REOPEN_MS = 1_000;

/** The options of an engine on a store. */
export interface StoreEngineOptions extends EngineOptions {
  /** Learns when the storage was lost, and when it is open again. Default: nobody does. */
  logger?: Logger;
}

/**
 * Makes an engine of a store that it has to itself. The engine brings all the rules; a store only writes changes and reads (`TaskStore`).
 *
 * @param openStore Opens the store; the events tell the engine of tasks that it has removed. A store that was lost is closed and opened
 * again, as by a restart of the process.
 * @param scheduler When work runs; for simulations.
 */
export function createStoreEngine(
  openStore: (events: StoreEvents) => TaskStore,
  options: StoreEngineOptions = {},
  scheduler: Scheduler = systemScheduler,
): TaskEngine {
  return new StoreEngine(() => openParts(new EngineState(openStore, options, scheduler)), scheduler, options.logger);
}

/** The parts of an engine that belong to one opening of its storage. */
export interface EngineParts {
  readonly state: EngineState;
  readonly accept: Accept;
  readonly webhooks: Webhooks;
  readonly turns: TurnClaims;
  /** Ends what the parts do by themselves. */
  readonly stop: () => void;
}

function openParts(state: EngineState): EngineParts {
  const webhooks = new WebhookClaims(state);
  return { state, accept: acceptHere, webhooks, turns: new TurnClaims(state), stop: () => webhooks.stop() };
}

/** An engine on a store. */
export class StoreEngine implements TaskEngine {
  readonly #openParts: () => EngineParts;
  readonly #scheduler: Scheduler;
  readonly #logger: Logger | undefined;
  #parts: EngineParts;
  /** The parts that have ended: those of a storage that was lost, until it is open again. */
  #ended: EngineParts | undefined;
  readonly #reopened = new Wakeup();
  #cancelReopening: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(openParts: () => EngineParts, scheduler: Scheduler, logger: Logger | undefined) {
    this.#openParts = openParts;
    this.#scheduler = scheduler;
    this.#logger = logger;
    this.#parts = this.#open();
  }

  get #state(): EngineState {
    return this.#parts.state;
  }

  get isDurable(): boolean {
    return !this.#state.store.keepsTexts;
  }

  get isAvailable(): boolean {
    return this.#state.phase !== "closed" && this.#state.isReachable;
  }

  begin(command: BeginCommand): Promise<Begun> {
    return begin(this.#state, command, this.#parts.accept);
  }

  async get(
    scope: Scope,
    id: string,
    view?: TaskView,
    beforeRead?: (size: number) => Promise<void>,
  ): Promise<StoredTask | undefined> {
    const finding = this.#state.tasks.own(scope, id);
    const task = finding instanceof Promise ? await finding : finding;
    if (task && beforeRead && !task.hasText) await beforeRead(task.shown.size);
    return task?.isRemoved ? undefined : task?.stored(view);
  }

  async summary(scope: Scope, id: string): Promise<TaskSummary | undefined> {
    const finding = this.#state.tasks.own(scope, id);
    const task = finding instanceof Promise ? await finding : finding;
    return task?.isRemoved ? undefined : task?.shown;
  }

  async resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
    this.#state.assertNotClosed();
    return this.#state.store.resolveAlias(scope, alias);
  }

  taskAt(scope: Scope, id: string, seq: number, view?: TaskView): Promise<TaskAt | undefined> {
    return taskAt(this.#state, scope, id, seq, view);
  }

  list(scope: Scope, query: ListQuery): Promise<TaskPage> {
    return listTasks(this.#state, scope, query);
  }

  contextHistory(scope: Scope, contextId: string, options: ContextHistoryOptions): Promise<Message[]> {
    return contextHistory(this.#state, scope, contextId, options);
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

  claim(limit: number): Promise<Lease[]> {
    return this.#parts.turns.claim(limit);
  }

  setWebhook(scope: Scope, taskId: string, webhook: NewWebhook): Promise<WebhookRecord> {
    return this.#parts.webhooks.set(scope, taskId, webhook);
  }

  async getWebhook(scope: Scope, taskId: string, id: string): Promise<WebhookRecord | undefined> {
    return (await this.listWebhooks(scope, taskId)).find((webhook) => webhook.id === id);
  }

  listWebhooks(scope: Scope, taskId: string): Promise<WebhookRecord[]> {
    return this.#parts.webhooks.list(scope, taskId);
  }

  deleteWebhook(scope: Scope, taskId: string, id: string): Promise<boolean> {
    return this.#parts.webhooks.delete(scope, taskId, id);
  }

  claimWebhooks(limit: number, filter?: WebhookFilter): Promise<WebhookClaim[]> {
    return this.#parts.webhooks.claim(limit, filter);
  }

  async ready(queue: "turns" | "webhooks", options: ReadyOptions = {}): Promise<void> {
    while (this.#state.phase === "closed") {
      if (this.#closing) return;
      await this.#reopened.wait(options.signal);
    }
    await this.#parts[queue === "turns" ? "turns" : "webhooks"].ready(options);
  }

  close(options: { drainMs?: number } = {}): Promise<void> {
    this.#closing ??= this.#close(options.drainMs ?? DRAIN_MS);
    return this.#closing;
  }

  #open(): EngineParts {
    const parts = this.#openParts();
    void parts.state.storageLost.promise.then(() => this.#lost());
    return parts;
  }

  async #lost(): Promise<void> {
    if (this.#closing) return;
    this.#logger?.error({}, "the task database was deleted, replaced or taken over: opening it again");
    // Nothing can be written any more.
    await this.#end();
    this.#reopen();
  }

  /** Opens the storage again, now or later. Until then, calls are refused. */
  #reopen(): void {
    if (this.#closing) return;
    try {
      this.#parts = this.#open();
    } catch (error) {
      this.#logger?.error({ error }, "the task database could not be opened");
      this.#cancelReopening = this.#scheduler.after(REOPEN_MS, () => this.#reopen());
      return;
    }
    this.#logger?.warn({}, "the task database is open again");
    this.#reopened.wake();
  }

  async #close(drainMs: number): Promise<void> {
    const { state } = this.#parts;
    this.#cancelReopening?.();
    if (state.phase === "open") state.phase = "closing";
    await this.#drained(drainMs);
    for (const lease of state.leases) lease.stop(new LocalError("CLOSED", "the server is shutting down"));
    const lateMs = Math.min(drainMs, ABORTED_DRAIN_MS);
    await this.#drained(lateMs);
    await this.#inTime(state.queue.drained(), Math.max(lateMs, 1));
    await this.#end();
    this.#reopened.wake();
  }

  #end(): MaybePromise<void> {
    if (this.#ended === this.#parts) return undefined;
    this.#ended = this.#parts;
    const { state, stop } = this.#parts;
    stop();
    state.end();
    return state.store.close();
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
    const cancelTimer = this.#scheduler.after(timeoutMs, late.resolve);
    await Promise.race([promise, late.promise]);
    cancelTimer();
  }
}
