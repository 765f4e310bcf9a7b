import { type A2AError, createId } from "@a2a/types";
import { LinkedList } from "../../util/linked-list.ts";
import type { Scheduler } from "../../util/scheduler.ts";
import { Wakeup } from "../../util/wakeup.ts";
import type { EngineOptions } from "../port/engine-options.ts";
import { MAX_EVENTS, MAX_TASK_SIZE, MAX_WEBHOOKS_PER_OWNER, MAX_WEBHOOKS_PER_TASK, RETRY_MS } from "../port/limits.ts";
import { closed, storageUnavailable } from "../port/refusals.ts";
import type { EngineLimits } from "../rules/engine-limits.ts";
import type { EngineStore, SharedEvents } from "../store/sharing.ts";
import type { InFlight } from "./in-flight.ts";
import { LiveTasks } from "./live-tasks.ts";
import type { TurnLease } from "./turn-lease.ts";
import { WriteQueue } from "./write-queue.ts";

/** The state that the operations of an engine share: the store, the tasks in memory, the leases held here, and the waiters. */
export class EngineState implements SharedEvents {
  readonly store: EngineStore;
  readonly scheduler: Scheduler;
  readonly now: () => number;
  readonly createId: () => string;
  readonly limits: EngineLimits;
  /** How long the output of a turn is retried while the storage is down, in milliseconds. */
  readonly retryMs: number;
  /** When the leases in a shared storage were last renewed, by the monotonic clock. */
  renewedAt: number;
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

  constructor(openStore: (events: SharedEvents) => EngineStore, options: EngineOptions, scheduler: Scheduler) {
    this.scheduler = scheduler;
    this.now = options.now ?? Date.now;
    this.createId = options.createId ?? createId;
    this.renewedAt = scheduler.elapsed();
    this.limits = {
      maxTaskSize: options.maxTaskSize ?? MAX_TASK_SIZE,
      maxEvents: Math.min(options.maxEvents ?? MAX_EVENTS, MAX_EVENTS),
      maxWebhooksPerTask: options.maxWebhooksPerTask ?? MAX_WEBHOOKS_PER_TASK,
      maxWebhooksPerOwner: options.maxWebhooksPerOwner ?? MAX_WEBHOOKS_PER_OWNER,
    };
    this.queue = new WriteQueue(() => this.store, scheduler);
    this.tasks = new LiveTasks(this);
    this.store = openStore(this);
    this.retryMs = options.retryMs ?? this.store.sharing?.leaseMs ?? RETRY_MS;
  }

  /** Whether the leases that this engine holds in shared storage are certainly still valid. */
  get isFresh(): boolean {
    const { sharing } = this.store;
    return !sharing || this.scheduler.elapsed() - this.renewedAt < 0.9 * sharing.leaseMs;
  }

  changed(taskId: string): void {
    const live = this.tasks.peek(taskId);
    if (!live?.record) return;
    if (live.isOwned) this.takeNotes([taskId]);
    else if (live.isRead) this.tasks.refresh(taskId);
    else this.tasks.forget(taskId);
  }

  /** Takes the notes of tasks whose leases this engine holds. */
  takeNotes(taskIds: readonly string[]): void {
    const reading = this.store.sharing?.notes(taskIds);
    void reading?.then(
      (notes) => {
        for (const [taskId, left] of notes) {
          const live = this.tasks.peek(taskId);
          if (live?.isOwned && live.record) live.takeNotes(left);
        }
      },
      // The next poll looks again.
      () => undefined,
    );
  }

  available(queue: "turns" | "webhooks"): void {
    this[queue].wake();
  }

  stalled(error: Error): void {
    this.queue.stall(error);
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
