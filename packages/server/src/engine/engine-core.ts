import { createId, isTerminal, type LogEvent, type Task } from "@a2a/types";
import { Wakeup } from "../scheduling/wakeup.ts";
import type { InFlight } from "./in-flight.ts";
import { Leases } from "./leases.ts";
import { MAX_EVENTS, MAX_PUSH_PER_OWNER, MAX_PUSH_PER_TASK, MAX_TASK_SIZE } from "./port/limits.ts";
import { closed } from "./port/refusals.ts";
import type { StoredTask, TaskView } from "./port/stored-task.ts";
import type { Scope } from "./port/task-engine.ts";
import { PushQueue } from "./push-queue.ts";
import { extendLog, type LogLimits } from "./rules/log-rules.ts";
import { belongsTo, type TaskRow } from "./rules/task-row.ts";
import type { Store, StoreEvents } from "./store/task-store.ts";
import { type EventText, encodeEvent } from "./text/event-text.ts";
import { Watchers } from "./watchers.ts";

/** What any engine of this package can be told. */
export interface EngineOptions {
  /** The time, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
  /** Makes ids of tasks, conversations and webhooks; they must be unique and hard to guess. Default: UUIDv7. */
  createId?: () => string;
  /** A clock for ages, in milliseconds, that never jumps. Default `performance.now`. */
  elapsed?: () => number;
  /** How large a task may grow, in characters of its content. Default 10 Mi in memory, 64 Mi in SQLite. */
  maxTaskSize?: number;
  /** How many events a task may have. Default and maximum 1,000,000. */
  maxEvents?: number;
  /** How many webhooks a task may have. Default 10. */
  maxPushPerTask?: number;
  /** How many webhooks an owner may have. Default 1,000. */
  maxPushPerOwner?: number;
}

/** What the operations of an engine share: the store, who holds leases, who waits. */
export class EngineCore implements StoreEvents {
  readonly store: Store;
  readonly now: () => number;
  readonly createId: () => string;
  readonly limits: LogLimits;
  readonly maxPushPerTask: number;
  readonly maxPushPerOwner: number;
  readonly watchers = new Watchers();
  readonly pushQueue: PushQueue;
  /** Wakes those who wait for turns to claim. */
  readonly turns = new Wakeup();
  /** Wakes those who wait for leases to be given back. */
  readonly leaseEnded = new Wakeup();
  readonly leases = new Leases();
  /** Messages whose answer is not decided, by owner and message id. */
  readonly inFlight = new Map<string, InFlight>();
  /** Those of them that make a task with an alias, by owner and alias. */
  readonly named = new Map<string, InFlight>();
  /** Takes in nothing new (`closing`), does nothing at all any more (`closed`). */
  phase: "open" | "closing" | "closed" = "open";

  constructor(openStore: (events: StoreEvents) => Store, options: EngineOptions) {
    this.now = options.now ?? Date.now;
    this.createId = options.createId ?? createId;
    this.limits = {
      maxTaskSize: options.maxTaskSize ?? MAX_TASK_SIZE,
      maxEvents: Math.min(options.maxEvents ?? MAX_EVENTS, MAX_EVENTS),
    };
    this.maxPushPerTask = options.maxPushPerTask ?? MAX_PUSH_PER_TASK;
    this.maxPushPerOwner = options.maxPushPerOwner ?? MAX_PUSH_PER_OWNER;
    this.store = openStore(this);
    this.pushQueue = new PushQueue(this);
  }

  /** Runs work that writes; see `Store.write`. */
  write<T>(work: () => T, done?: (result: T) => void): Promise<T> {
    if (this.phase === "closed") return Promise.reject(closed());
    return this.store.write(work, done);
  }

  /** Runs work that reads. */
  async read<T>(work: () => T): Promise<T> {
    return this.readNow(work);
  }

  /** The same, for those who need not wait. */
  readNow<T>(work: () => T): T {
    if (this.phase === "closed") throw closed();
    return this.store.read(work);
  }

  /** The row of a task, if it is in this scope. */
  own(scope: Scope, id: string): TaskRow | undefined {
    const row = this.store.find(id);
    return row && belongsTo(row, scope) ? row : undefined;
  }

  /** Adds events to the log of a task. */
  extend(row: TaskRow, events: readonly EventText[]): void {
    this.store.save(row, extendLog(row, events, this.limits), events);
  }

  /** Ends a task as canceled. */
  cancelNow(row: TaskRow): void {
    const event: LogEvent = {
      statusUpdate: { taskId: row.id, contextId: row.contextId, status: { state: "TASK_STATE_CANCELED" } },
    };
    this.extend(row, [encodeEvent(event, this.now)]);
  }

  /** A change of a task is durable: whoever waits may look again. */
  changed(row: TaskRow): void {
    if (row.pushes > 0) this.pushQueue.mark(row.id);
    this.watchers.wake(row.id);
    if (isTerminal(row.state)) this.store.seal(row);
  }

  /** The task as readers see it. */
  stored(row: TaskRow, view?: TaskView): StoredTask {
    return storedTask(row, this.store.json(row, view));
  }

  removed(taskId: string): void {
    this.watchers.wake(taskId);
  }

  lost(): void {
    this.phase = "closed";
    this.release();
  }

  /** Lets go of everybody who waits. */
  release(): void {
    for (const lease of this.leases.all()) lease.lose();
    this.turns.wake();
    this.pushQueue.stop();
    this.watchers.wakeAll();
  }

  /** Refuses new work once the engine is being closed. */
  assertOpen(): void {
    if (this.phase !== "open") throw closed();
  }
}

/** A row and its JSON as readers see them; it may be given as what puts it together. */
export function storedTask(row: TaskRow, json: string | (() => string)): StoredTask {
  return new TextTask(row, json);
}

class TextTask implements StoredTask {
  readonly id: string;
  readonly contextId: string;
  readonly alias: string | undefined;
  readonly version: StoredTask["version"];
  readonly state: StoredTask["state"];
  readonly seq: number;
  #json: string | (() => string);
  #task: Task | undefined;

  constructor(row: TaskRow, json: string | (() => string)) {
    this.id = row.id;
    this.contextId = row.contextId;
    this.alias = row.alias;
    this.version = row.version;
    this.state = row.state;
    this.seq = row.seq;
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
