import type { DatabaseSync } from "node:sqlite";
import type { StoreEvents } from "../store/task-store.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import type { Effects } from "./file/transaction.ts";
import { type SqliteCapacity, type SweptTask, sweptTasks } from "./sqlite-capacity.ts";
import type { SqliteLists } from "./sqlite-lists.ts";
import { EVENTS_PER_TASK } from "./sqlite-logs.ts";
import { ENDED } from "./sqlite-task-rows.ts";
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

/** Finds and deletes expired data, one batch at a time. */
export class SqliteSweep {
  readonly #retention: Retention;
  readonly #sql: Sql;

  constructor(database: DatabaseSync, retention: Retention) {
    this.#retention = retention;
    this.#sql = statementsOf(database);
  }

  /** Deletes the events of tasks that finished long ago. */
  trimEvents(now: number, limit: number): SweptTask[] {
    const tasks = sweptTasks(this.#sql(ENDED_TASKS), now - this.#retention.eventTtlMs, limit);
    for (const { key } of tasks) {
      this.#sql(DELETE_EVENTS).run(...rangeOf(key));
      this.#sql("update task set trimmed = 1 where key = ?").run(key);
    }
    return tasks;
  }

  /** The expired tasks. */
  expiredTasks(now: number, limit: number): SweptTask[] {
    return sweptTasks(this.#sql(OLD_TASKS), now - this.#retention.taskTtlMs, limit);
  }

  deleteTask({ key }: SweptTask): void {
    this.#sql(DELETE_EVENTS).run(...rangeOf(key));
    this.#sql("delete from turn where key between ? and ?").run(...rangeOf(key));
    for (const which of ROWS_OF_TASK) this.#sql(`delete from ${which} = ?`).run(key);
  }

  /** Deletes expired messages and exchanges; returns their number. */
  deleteMessages(now: number, limit: number): number {
    const messages = this.#sql(deleteOld("message")).run(limit, now - this.#retention.messageTtlMs).changes;
    const exchanges = this.#sql(deleteOld("exchange")).run(limit, now - this.#retention.taskTtlMs).changes;
    return Number(messages) + Number(exchanges);
  }
}

const ENDED_TASKS = `select key, id from task where trimmed = 0 and idle_at < ? and state in (${ENDED}) order by idle_at limit ?`;
const OLD_TASKS = "select key, id from task where trimmed in (0, 1) and idle_at < ? order by idle_at limit ?";
const DELETE_EVENTS = "delete from event where key between ? and ?";
const ROWS_OF_TASK = ["task where key", "snapshot where task", "checkpoint where task", "push where task"];

/** Keys grow with time, so the oldest rows come first. */
function deleteOld(table: "message" | "exchange"): string {
  return `delete from ${table} where key in (select key from ${table} order by key limit ?) and at < ?`;
}

/** The keys of the events and turns of a task. */
function rangeOf(taskKey: number): [first: number, last: number] {
  return [taskKey * EVENTS_PER_TASK, (taskKey + 1) * EVENTS_PER_TASK - 1];
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
