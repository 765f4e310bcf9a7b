import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isTerminal, taskStates } from "@a2a/types";
import { EVENTS_PER_TASK } from "./sqlite-logs.ts";

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
