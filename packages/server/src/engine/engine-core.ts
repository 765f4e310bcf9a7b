import { createId, isTerminal, type Task } from "@a2a/types";
import { Wakeup } from "../scheduling/wakeup.ts";
import type { InFlight } from "./in-flight.ts";
import { Leases } from "./leases.ts";
import { MAX_EVENTS, MAX_PUSH_PER_OWNER, MAX_PUSH_PER_TASK, MAX_TASK_SIZE, RETRY_MS } from "./port/limits.ts";
import { closed } from "./port/refusals.ts";
import type { StoredTask } from "./port/stored-task.ts";
import type { Scope } from "./port/task-engine.ts";
import type { EngineLimits } from "./rules/engine-limits.ts";
import { belongsTo, type TaskHead, type TaskRow } from "./rules/task-row.ts";
import { type Answer, type StoreCommand, type StoreEvents, type TaskStore, whenAnswered } from "./store/task-store.ts";
import { Watchers } from "./watchers.ts";

/** Options of every engine. */
export interface EngineOptions {
  /** The time, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
  /** Makes ids of tasks, conversations and webhooks; they must be unique and hard to guess. Default: UUIDv7. */
  createId?: () => string;
  /** A monotonic clock for ages, in milliseconds. Default `performance.now`. */
  elapsed?: () => number;
  /** How large a task may grow, in characters of its content. Default 10 Mi in memory, 64 Mi in SQLite. */
  maxTaskSize?: number;
  /** How many events a task may have. Default and maximum 1,000,000. */
  maxEvents?: number;
  /** How many webhooks a task may have. Default 10. */
  maxPushPerTask?: number;
  /** How many webhooks an owner may have. Default 1,000. */
  maxPushPerOwner?: number;
  /**
   * How long the output of a running turn is kept and written again while the storage is unavailable, in milliseconds. Then
   * the turn fails. Default 30,000; where engines share a storage, the time for which a lease is valid.
   */
  retryMs?: number;
}

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

/** A row and its JSON as readers see them. */
export function storedTask(row: TaskHead, json: string | (() => string)): StoredTask {
  return new TextTask(row, json);
}

class TextTask implements StoredTask {
  readonly id: string;
  readonly contextId: string;
  readonly alias: string | undefined;
  readonly version: StoredTask["version"];
  readonly state: StoredTask["state"];
  readonly seq: number;
  readonly generation: number;
  readonly size: number;
  #json: string | (() => string);
  #task: Task | undefined;

  constructor(row: TaskHead, json: string | (() => string)) {
    this.id = row.id;
    this.contextId = row.contextId;
    this.alias = row.alias;
    this.version = row.version;
    this.state = row.state;
    this.seq = row.seq;
    this.generation = row.generation;
    this.size = typeof json === "string" ? json.length : row.size;
    this.#json = json;
  }

  get json(): string {
    if (typeof this.#json !== "string") this.#json = this.#json();
    return this.#json;
  }

  get task(): Task {
    // The JSON was joined from pieces of a task.
    this.#task ??= JSON.parse(this.json) as Task;
    return this.#task;
  }
}
