import type { DatabaseSync, StatementSync } from "node:sqlite";
import { capacityExceeded, storageFull } from "../port/refusals.ts";
import { type Sql, statementsOf } from "./file/statements.ts";
import { ENDED } from "./sqlite-task-rows.ts";

/** The limits of a database file. */
export interface SqliteCapacityOptions {
  /** The size of the file in bytes, without its write-ahead log. */
  readonly maxBytes: number;
  readonly maxTasks: number;
  readonly maxContexts: number;
}

/** The file size is checked once per this many characters written. */
const CHECK_INTERVAL = 262_144;
/** Eviction starts at this fraction of the limit, so that the writes of a transaction fit before it evicts. */
const HIGH_WATER = 0.85;
/** Eviction stops at this fraction of the limit, so that it does not start again at once. */
const LOW_WATER = 0.8;
const BATCH = 16;

/**
 * The capacity of a database file. At a limit the tasks that finished first are evicted: those of an owner at or above its fair
 * share on behalf of that owner itself, otherwise those of the largest owner.
 */
export class SqliteCapacity {
  readonly #options: SqliteCapacityOptions;
  readonly #sql: Sql;
  readonly #pageSize: number;
  /** Characters written since the file size was last checked. */
  #written = 0;
  /** Whether nothing more can be stored. */
  isFull = false;

  constructor(database: DatabaseSync, options: SqliteCapacityOptions) {
    this.#options = options;
    this.#sql = statementsOf(database);
    this.#pageSize = this.#number("pragma page_size");
  }

  /** Throws when the file has reached its size limit. */
  assertSpace(): void {
    if (this.isFull) throw storageFull("maxBytes", `${this.#options.maxBytes} bytes`);
  }

  /** Whether the number of tasks or contexts is limited. */
  get countsTasks(): boolean {
    return Math.min(this.#options.maxTasks, this.#options.maxContexts) < Number.POSITIVE_INFINITY;
  }

  /** Admits a task, evicting others where necessary. Throws when nothing can be evicted. */
  admit(scopeKey: number, contextId: string, evict: Evict): void {
    for (let limit = this.#reached(scopeKey, contextId); limit; limit = this.#reached(scopeKey, contextId)) {
      evict(this.#victim(scopeKey, limit));
    }
  }

  /** Throws when `admit` would. */
  assertRoom(scopeKey: number, contextId: string): void {
    const limit = this.#reached(scopeKey, contextId);
    if (limit) this.#victim(scopeKey, limit);
  }

  /** Counts written characters. */
  wrote(characters: number): void {
    this.#written += characters;
  }

  /** Whether enough was written to check the size of the file. */
  get isCheckDue(): boolean {
    return this.#written >= CHECK_INTERVAL || (this.isFull && this.#written > 0);
  }

  /**
   * Evicts tasks when the file exceeds its limit.
   *
   * @param settle Empties the journal, so that finished tasks can be found and nothing is in the file twice.
   */
  check(settle: () => void, evict: Evict): void {
    this.#written = 0;
    const { maxBytes } = this.#options;
    if (this.#usedBytes() > maxBytes * HIGH_WATER) settle();
    if (this.#usedBytes() > maxBytes * HIGH_WATER) this.#evictDownTo(maxBytes * LOW_WATER, evict);
    this.isFull = this.#usedBytes() > maxBytes * HIGH_WATER;
  }

  #evictDownTo(bytes: number, evict: Evict): void {
    const find = () => sweptTasks(this.#sql(FINISHED), BATCH);
    for (let tasks = find(); tasks.length > 0; tasks = find()) {
      for (const task of tasks) {
        if (this.#usedBytes() <= bytes) return;
        evict(task);
      }
    }
  }

  /** The limit that one more task in a context would exceed. */
  #reached(scopeKey: number, contextId: string): Limit | undefined {
    const { maxTasks, maxContexts } = this.#options;
    if (this.#number("select count(*) from task") >= maxTasks) return { of: "tasks", limit: maxTasks };
    if (maxContexts === Number.POSITIVE_INFINITY) return undefined;
    const isKnown = this.#sql("select 1 from task where scope = ? and context = ? limit 1").get(scopeKey, contextId);
    if (isKnown || this.#number(COUNT_CONTEXTS) < maxContexts) return undefined;
    return { of: "contexts", limit: maxContexts };
  }

  /** The finished task to evict for an owner, within fair shares. */
  #victim(scopeKey: number, { of, limit }: Limit): SweptTask {
    const counted = this.#sql("select scope, count(*) as n from task group by scope order by n desc").all();
    const owners = counted.map(({ scope, n }) => ({ scope: Number(scope), count: Number(n) }));
    const mine = owners.find(({ scope }) => scope === scopeKey);
    const share = Math.max(1, Math.floor(limit / (owners.length + (mine ? 0 : 1))));
    const displaced = mine && mine.count >= share ? [mine] : owners.filter(({ count }) => count > share);
    for (const { scope } of displaced) {
      const [oldest] = sweptTasks(this.#sql(FINISHED_OF), scope, 1);
      if (oldest) return oldest;
    }
    throw capacityExceeded(of, limit);
  }

  /** Without the pages on the free list, which SQLite reuses before the file grows. */
  #usedBytes(): number {
    return (this.#number("pragma page_count") - this.#number("pragma freelist_count")) * this.#pageSize;
  }

  /** The one number that a query returns. */
  #number(query: string): number {
    return Number(Object.values(this.#sql(query).get() ?? {})[0]);
  }
}

const OLDEST = "order by idle_at limit ?";
const FINISHED = `select key, id from task where trimmed in (0, 1) and idle_at is not null and state in (${ENDED}) ${OLDEST}`;
const FINISHED_OF = `select key, id from task where scope = ? and idle_at is not null and state in (${ENDED}) ${OLDEST}`;
const COUNT_CONTEXTS = "select count(*) from (select distinct scope, context from task)";

/** A task to be deleted. */
export interface SweptTask {
  readonly key: number;
  readonly id: string;
}

/** Deletes a task. */
type Evict = (task: SweptTask) => void;

interface Limit {
  readonly of: "tasks" | "contexts";
  readonly limit: number;
}

/** The tasks that a query finds. */
export function sweptTasks(statement: StatementSync, ...values: number[]): SweptTask[] {
  return statement.all(...values).map(({ key, id }) => ({ key: Number(key), id: String(id) }));
}
