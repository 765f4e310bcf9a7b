import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isTerminal, taskStates } from "@a2a/types";
import type { StoreEvents } from "../store/task-store.ts";
import type { Effects } from "./file/transaction.ts";
import type { SqliteCapacity } from "./sqlite-capacity.ts";
import type { SqliteLists } from "./sqlite-lists.ts";
import { EVENTS_PER_TASK } from "./sqlite-logs.ts";
import type { SqliteTasks } from "./sqlite-tasks.ts";
import type { SqliteWriter } from "./sqlite-writer.ts";

/** Retention times in milliseconds. */
export interface Retention {
  /** The events of a task after its end; the task itself stays readable. */
  readonly eventTtlMs: number;
  /** Idle tasks and exchanges after their last change. */
  readonly taskTtlMs: number;
  /** Idempotency records of messages. */
  readonly messageTtlMs: number;
}

/** A task to be deleted. */
export interface SweptTask {
  readonly key: number;
  readonly id: string;
}

/** Finds and deletes expired data, one batch at a time. */
export class SqliteSweep {
  readonly #retention: Retention;
  readonly #endedTasks: StatementSync;
  readonly #oldTasks: StatementSync;
  readonly #setTrimmed: StatementSync;
  readonly #deleteEvents: StatementSync;
  readonly #deletions: readonly StatementSync[];
  readonly #turns: StatementSync;
  readonly #oldMessages: StatementSync;
  readonly #oldExchanges: StatementSync;

  constructor(database: DatabaseSync, retention: Retention) {
    this.#retention = retention;
    const over = taskStates.flatMap((state, number) => (isTerminal(state) ? [number] : [])).join(", ");
    this.#endedTasks = database.prepare(
      `select key, id from task where trimmed = 0 and idle_at < ? and state in (${over}) order by idle_at limit ?`,
    );
    this.#oldTasks = database.prepare(
      "select key, id from task where trimmed in (0, 1) and idle_at < ? order by idle_at limit ?",
    );
    this.#setTrimmed = database.prepare("update task set trimmed = 1 where key = ?");
    this.#deleteEvents = database.prepare("delete from event where key between ? and ?");
    this.#turns = database.prepare("delete from turn where key between ? and ?");
    this.#deletions = ["task where key", "snapshot where task", "checkpoint where task", "push where task"].map(
      (which) => database.prepare(`delete from ${which} = ?`),
    );
    // Keys grow with time, so the oldest rows come first.
    this.#oldMessages = database.prepare(
      "delete from message where key in (select key from message order by key limit ?) and at < ?",
    );
    this.#oldExchanges = database.prepare(
      "delete from exchange where key in (select key from exchange order by key limit ?) and at < ?",
    );
  }

  /** Deletes the events of tasks that finished long ago. */
  trimEvents(now: number, limit: number): SweptTask[] {
    const tasks = this.#select(this.#endedTasks, now - this.#retention.eventTtlMs, limit);
    for (const { key } of tasks) {
      this.#deleteEvents.run(key * EVENTS_PER_TASK, (key + 1) * EVENTS_PER_TASK - 1);
      this.#setTrimmed.run(key);
    }
    return tasks;
  }

  /** The expired tasks. */
  expiredTasks(now: number, limit: number): SweptTask[] {
    return this.#select(this.#oldTasks, now - this.#retention.taskTtlMs, limit);
  }

  deleteTask({ key }: SweptTask): void {
    const range = [key * EVENTS_PER_TASK, (key + 1) * EVENTS_PER_TASK - 1] as const;
    this.#deleteEvents.run(...range);
    this.#turns.run(...range);
    for (const deletion of this.#deletions) deletion.run(key);
  }

  /** Deletes expired messages and exchanges; returns their number. */
  deleteMessages(now: number, limit: number): number {
    const messages = this.#oldMessages.run(limit, now - this.#retention.messageTtlMs).changes;
    const exchanges = this.#oldExchanges.run(limit, now - this.#retention.taskTtlMs).changes;
    return Number(messages) + Number(exchanges);
  }

  #select(statement: StatementSync, before: number, limit: number): SweptTask[] {
    return statement.all(before, limit).map(({ key, id }) => ({ key: Number(key), id: String(id) }));
  }
}

const SWEEP_BATCH = 1_000;

/** The parts of a store that housekeeping works with. */
export interface Household {
  readonly tasks: SqliteTasks;
  readonly writer: SqliteWriter;
  readonly lists: SqliteLists;
  readonly sweep: SqliteSweep;
  readonly capacity: SqliteCapacity;
  readonly events: StoreEvents;
}

/** Deletes expired tasks, and evicts others for lack of space. Every method is part of a transaction. */
export class SqliteHousekeeping {
  readonly #parts: Household;

  constructor(parts: Household) {
    this.#parts = parts;
  }

  /** Deletes some expired data; returns whether there may be more. */
  sweepSome(now: number, effects: Effects): boolean {
    const { writer, sweep, events } = this.#parts;
    writer.saveAll(effects);
    const trimmed = sweep.trimEvents(now, SWEEP_BATCH);
    for (const { id } of trimmed) effects.push(() => events.outdated(id));
    const idle = sweep.expiredTasks(now, SWEEP_BATCH).filter(({ id }) => !events.isPinned(id));
    for (const task of idle) this.remove(task, effects);
    const messages = sweep.deleteMessages(now, SWEEP_BATCH);
    return trimmed.length === SWEEP_BATCH || idle.length === SWEEP_BATCH || messages >= SWEEP_BATCH;
  }

  /** Evicts finished tasks when the file exceeds its limit. */
  checkSize(effects: Effects): void {
    this.#parts.capacity.check(
      () => this.#parts.writer.saveAll(effects),
      (task) => this.remove(task, effects),
    );
  }

  remove(swept: SweptTask, effects: Effects): void {
    const { tasks, writer, lists, sweep, events } = this.#parts;
    const task = tasks.load(swept.id);
    sweep.deleteTask(swept);
    effects.push(() => {
      if (task) writer.forget(task);
      if (task) lists.move(task.scopeKey, task.head, task.head.state, undefined);
      events.removed(swept.id);
    });
  }
}
