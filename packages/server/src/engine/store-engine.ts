import { LocalError, type Logger } from "@a2a/types";
import type { MaybePromise } from "../util/maybe-promise.ts";
import { type Scheduler, systemScheduler } from "../util/scheduler.ts";
import { Wakeup } from "../util/wakeup.ts";
import { type Accept, acceptHere, begin } from "./begin.ts";
import { cancel } from "./cancel.ts";
import { EngineState } from "./live/engine-state.ts";
import type { EngineOptions } from "./port/engine-options.ts";
import { DRAIN_MS } from "./port/limits.ts";
import type { ReadyOptions, TaskEngine } from "./port/task-engine.ts";
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

  readonly begin: TaskEngine["begin"] = (command) => begin(this.#state, command, this.#parts.accept);
  readonly taskAt: TaskEngine["taskAt"] = (...asked) => taskAt(this.#state, ...asked);
  readonly list: TaskEngine["list"] = (...asked) => listTasks(this.#state, ...asked);
  readonly contextHistory: TaskEngine["contextHistory"] = (...asked) => contextHistory(this.#state, ...asked);
  readonly subscribe: TaskEngine["subscribe"] = (scope, id, how = {}) => new Subscription(this.#state, scope, id, how);
  readonly waitFor: TaskEngine["waitFor"] = (...asked) => waitFor(this.#state, ...asked);
  readonly cancel: TaskEngine["cancel"] = (scope, id, how = {}) => cancel(this.#state, scope, id, how);
  readonly claim: TaskEngine["claim"] = (limit) => this.#parts.turns.claim(limit);
  readonly setWebhook: TaskEngine["setWebhook"] = (...given) => this.#parts.webhooks.set(...given);
  readonly listWebhooks: TaskEngine["listWebhooks"] = (...asked) => this.#parts.webhooks.list(...asked);
  readonly deleteWebhook: TaskEngine["deleteWebhook"] = (...given) => this.#parts.webhooks.delete(...given);
  readonly claimWebhooks: TaskEngine["claimWebhooks"] = (...asked) => this.#parts.webhooks.claim(...asked);

  readonly get: TaskEngine["get"] = async (scope, id, view, beforeRead) => {
    const finding = this.#state.tasks.own(scope, id);
    const task = finding instanceof Promise ? await finding : finding;
    if (task && beforeRead && !task.hasText) await beforeRead(task.shown.size);
    return task?.isRemoved ? undefined : task?.stored(view);
  };

  readonly summary: TaskEngine["summary"] = async (scope, id) => {
    const task = await this.#state.tasks.own(scope, id);
    return task?.isRemoved ? undefined : task?.shown;
  };

  readonly resolveAlias: TaskEngine["resolveAlias"] = async (scope, alias) => {
    this.#state.assertNotClosed();
    return this.#state.store.resolveAlias(scope, alias);
  };

  readonly getWebhook: TaskEngine["getWebhook"] = async (scope, taskId, id) => {
    return (await this.listWebhooks(scope, taskId)).find((webhook) => webhook.id === id);
  };

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
