import type { StoreEvents } from "../store/task-store.ts";
import type { SqliteCapacity } from "./sqlite-capacity.ts";
import type { SqliteLists } from "./sqlite-lists.ts";
import type { SqliteSweep, SweptTask } from "./sqlite-sweep.ts";
import type { SqliteTasks } from "./sqlite-tasks.ts";
import type { SqliteWriter } from "./sqlite-writer.ts";
import type { Effects } from "./transaction.ts";

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

/** Deletes tasks that have expired, or for which there is no room. Every method is part of a transaction. */
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
