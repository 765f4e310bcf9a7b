import { createId, isTerminal } from "@a2a/types";
import { Wakeup } from "../../util/wakeup.ts";
import type { InFlight } from "../live/in-flight.ts";
import type { EngineOptions } from "../port/engine-options.ts";
import { MAX_EVENTS, MAX_PUSH_PER_OWNER, MAX_PUSH_PER_TASK, MAX_TASK_SIZE, RETRY_MS } from "../port/limits.ts";
import { closed } from "../port/refusals.ts";
import type { Scope } from "../port/task-engine.ts";
import { Leases } from "./leases.ts";
import type { EngineLimits } from "./rules/engine-limits.ts";
import { belongsTo, type TaskHead, type TaskRow } from "./rules/task-row.ts";
import { type Answer, type StoreCommand, type StoreEvents, type TaskStore, whenAnswered } from "./task-store.ts";
import { Watchers } from "./watchers.ts";

/** The state that the operations of an engine share: the store, the leases held here, and who waits for what. */
export class EngineCore implements StoreEvents {
  readonly store: TaskStore;
  readonly now: () => number;
  readonly createId: () => string;
  readonly limits: EngineLimits;
  /** How long writes of a running turn are repeated. */
  readonly retryMs: number;
  readonly watchers = new Watchers();
  /** Wakes those who wait for turns to claim, */
  readonly turns = new Wakeup();
  /** for webhooks to deliver, */
  readonly pushes = new Wakeup();
  /** and for leases to be released. */
  readonly leaseEnded = new Wakeup();
  readonly leases = new Leases();
  /** Messages whose answer is still open, by owner and message id. */
  readonly inFlight = new Map<string, InFlight>();
  /** Those of them that create a task with an alias, by owner and alias. */
  readonly aliasesInFlight = new Map<string, InFlight>();
  /** `closing`: no new work is accepted. `closed`: nothing happens any more. */
  phase: "open" | "closing" | "closed" = "open";
  /** How many characters of all tasks wait to be written. */
  pending = 0;
  /** Resolves when the storage is lost. */
  readonly storageLost = Promise.withResolvers<void>();

  constructor(openStore: (events: StoreEvents) => TaskStore, options: EngineOptions) {
    this.now = options.now ?? Date.now;
    this.createId = options.createId ?? createId;
    this.limits = {
      maxTaskSize: options.maxTaskSize ?? MAX_TASK_SIZE,
      maxEvents: Math.min(options.maxEvents ?? MAX_EVENTS, MAX_EVENTS),
      maxPushPerTask: options.maxPushPerTask ?? MAX_PUSH_PER_TASK,
      maxPushPerOwner: options.maxPushPerOwner ?? MAX_PUSH_PER_OWNER,
    };
    this.store = openStore(this);
    this.retryMs = options.retryMs ?? this.leaseMs ?? RETRY_MS;
  }

  /** How long leases last; `undefined` where they do not expire. */
  get leaseMs(): number | undefined {
    return this.store.sharing?.leaseMs;
  }

  commit<Result>(command: StoreCommand<Result>): Promise<Result> {
    return this.phase === "closed" ? Promise.reject(closed()) : this.store.commit(command);
  }

  /** The row of a task, if it is in this scope. */
  own(scope: Scope, id: string): Answer<TaskHead | undefined> {
    this.assertNotClosed();
    return whenAnswered(this.store.find(id), (row) => (row && belongsTo(row, scope) ? row : undefined));
  }

  /** A change of a task is durable: wakes its waiters. */
  changed(task: string | TaskRow): void {
    if (typeof task === "string") {
      // Another engine changed it: it may have been canceled there.
      this.watchers.wake(task);
      this.leases.get(task)?.lookForCancel();
      return;
    }
    if (task.pushes > 0) this.pushes.wake();
    this.watchers.wake(task.id);
    if (isTerminal(task.state)) this.store.seal?.(task);
  }

  /** A task grew, and nothing else about it changed. */
  grown(taskId: string, { pushes }: Pick<TaskRow, "pushes">): void {
    if (pushes > 0) this.pushes.wake();
    this.watchers.wake(taskId);
  }

  available(queue: "turns" | "pushes"): void {
    this[queue].wake();
  }

  removed(taskId: string): void {
    this.watchers.wake(taskId);
  }

  lost(): void {
    this.phase = "closed";
    this.stopWaiting();
    this.storageLost.resolve();
  }

  /** Ends all waiting, and all leases. */
  stopWaiting(): void {
    for (const lease of this.leases.all()) lease.lose();
    this.turns.wake();
    this.pushes.wake();
    this.watchers.wakeAll();
  }

  /** Refuses new work once the engine is being closed. */
  assertOpen(): void {
    if (this.phase !== "open") throw closed();
  }

  assertNotClosed(): void {
    if (this.phase === "closed") throw closed();
  }
}

export { storedTask } from "../text/stored-task.ts";
