import { type A2AError, createId } from "@a2a/types";
import { LinkedList } from "../../util/linked-list.ts";
import type { Scheduler } from "../../util/scheduler.ts";
import { Wakeup } from "../../util/wakeup.ts";
import type { EngineOptions } from "../port/engine-options.ts";
import { MAX_EVENTS, MAX_TASK_SIZE, MAX_WEBHOOKS_PER_OWNER, MAX_WEBHOOKS_PER_TASK, RETRY_MS } from "../port/limits.ts";
import { closed, storageUnavailable } from "../port/refusals.ts";
import type { EngineLimits } from "../rules/engine-limits.ts";
import type { EngineStore } from "../store/sharing.ts";
import type { StoreEvents } from "../store/task-store.ts";
import type { InFlight } from "./in-flight.ts";
import { LiveTasks } from "./live-tasks.ts";
import type { TurnLease } from "./turn-lease.ts";
import { WriteQueue } from "./write-queue.ts";

/** The state that the operations of an engine share: the store, the tasks in memory, the leases held here, and the waiters. */
export class EngineState implements StoreEvents {
  readonly store: EngineStore;
  readonly scheduler: Scheduler;
  readonly now: () => number;
  readonly createId: () => string;
  readonly limits: EngineLimits;
  /** How long the output of a turn is retried while the storage is down, in milliseconds. */
  readonly retryMs: number;
  /** Whether a shared storage answered the last poll. */
  isReachable = true;
  readonly queue: WriteQueue;
  readonly tasks: LiveTasks;
  /** Wakes callers that wait for turns to claim, */
  readonly turns = new Wakeup();
  /** for webhooks to deliver, */
  readonly webhooks = new Wakeup();
  /** and for leases to be released. */
  readonly leaseEnded = new Wakeup();
  readonly leases = new LinkedList<TurnLease>();
  /** Messages whose answer is still open, by owner and message id. */
  readonly inFlight = new Map<string, InFlight>();
  /** Those of them that create a task with an alias, by owner and alias. */
  readonly aliasesInFlight = new Map<string, InFlight>();
  /** `closing`: accepts no new work. `closed`: does nothing any more. */
  phase: "open" | "closing" | "closed" = "open";
  /** How many characters of all tasks wait to be written. */
  pending = 0;
  /** Resolves when the storage is lost. */
  readonly storageLost = Promise.withResolvers<void>();
  #isLost = false;

  constructor(openStore: (events: StoreEvents) => EngineStore, options: EngineOptions, scheduler: Scheduler) {
    this.scheduler = scheduler;
    this.now = options.now ?? Date.now;
    this.createId = options.createId ?? createId;
    this.limits = {
      maxTaskSize: options.maxTaskSize ?? MAX_TASK_SIZE,
      maxEvents: Math.min(options.maxEvents ?? MAX_EVENTS, MAX_EVENTS),
      maxWebhooksPerTask: options.maxWebhooksPerTask ?? MAX_WEBHOOKS_PER_TASK,
      maxWebhooksPerOwner: options.maxWebhooksPerOwner ?? MAX_WEBHOOKS_PER_OWNER,
    };
    this.queue = new WriteQueue(() => this.store, scheduler);
    this.tasks = this.createTasks();
    this.store = openStore(this);
    this.retryMs = options.retryMs ?? this.store.sharing?.leaseMs ?? RETRY_MS;
  }

  protected createTasks(): LiveTasks {
    return new LiveTasks(this);
  }

  isPinned(taskId: string): boolean {
    return this.tasks.isPinned(taskId);
  }

  removed(taskId: string): void {
    this.tasks.remove(taskId);
  }

  outdated(taskId: string): void {
    this.tasks.forget(taskId);
  }

  lost(): void {
    this.#isLost = true;
    this.end();
    this.storageLost.resolve();
  }

  /** Ends all leases, all waiting and all writing. */
  end(): void {
    this.phase = "closed";
    for (const lease of this.leases) lease.lose();
    this.queue.close(this.refusal);
    this.turns.wake();
    this.webhooks.wake();
    this.tasks.wakeAll();
    for (const flight of this.inFlight.values()) flight.fail(this.refusal);
  }

  /** Why calls are refused once the engine is being closed, or its storage was lost. */
  get refusal(): A2AError {
    return this.#isLost ? storageUnavailable(new Error("the task database is being opened again")) : closed();
  }

  /** Refuses new work once the engine is being closed. */
  assertOpen(): void {
    if (this.phase !== "open") throw this.refusal;
  }

  assertNotClosed(): void {
    if (this.phase === "closed") throw this.refusal;
  }
}
