import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isTerminal, taskStates } from "@a2a/types";
import { capacityExceeded, storageFull } from "../port/refusals.ts";
import type { SweptTask } from "./sqlite-sweep.ts";

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
  readonly #pages: StatementSync;
  readonly #freePages: StatementSync;
  readonly #pageSize: number;
  readonly #count: StatementSync;
  readonly #countContexts: StatementSync;
  readonly #hasContext: StatementSync;
  readonly #owners: StatementSync;
  readonly #finished: StatementSync;
  readonly #finishedOf: StatementSync;
  /** Characters written since the file size was last checked. */
  #written = 0;
  /** Whether nothing more can be stored. */
  isFull = false;

  constructor(database: DatabaseSync, options: SqliteCapacityOptions) {
    this.#options = options;
    this.#pages = database.prepare("pragma page_count");
    this.#freePages = database.prepare("pragma freelist_count");
    this.#pageSize = Number(database.prepare("pragma page_size").get()?.page_size);
    this.#count = database.prepare("select count(*) as n from task");
    this.#countContexts = database.prepare("select count(*) as n from (select distinct scope, context from task)");
    this.#hasContext = database.prepare("select 1 from task where scope = ? and context = ? limit 1");
    this.#owners = database.prepare("select scope, count(*) as n from task group by scope order by n desc");
    const ended = taskStates.flatMap((state, number) => (isTerminal(state) ? [number] : [])).join(", ");
    const oldest = "order by idle_at limit ?";
    this.#finished = database.prepare(
      `select key, id from task where trimmed in (0, 1) and idle_at is not null and state in (${ended}) ${oldest}`,
    );
    this.#finishedOf = database.prepare(
      `select key, id from task where scope = ? and idle_at is not null and state in (${ended}) ${oldest}`,
    );
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
    for (let tasks = sweptTasks(this.#finished, BATCH); tasks.length > 0; tasks = sweptTasks(this.#finished, BATCH)) {
      for (const task of tasks) {
        if (this.#usedBytes() <= bytes) return;
        evict(task);
      }
    }
  }

  /** The limit that one more task in a context would exceed. */
  #reached(scopeKey: number, contextId: string): Limit | undefined {
    const { maxTasks, maxContexts } = this.#options;
    if (Number(this.#count.get()?.n) >= maxTasks) return { of: "tasks", limit: maxTasks };
    if (maxContexts === Number.POSITIVE_INFINITY || this.#hasContext.get(scopeKey, contextId)) return undefined;
    return Number(this.#countContexts.get()?.n) >= maxContexts ? { of: "contexts", limit: maxContexts } : undefined;
  }

  /** The finished task to evict for an owner, within fair shares. */
  #victim(scopeKey: number, { of, limit }: Limit): SweptTask {
    const owners = this.#owners.all().map(({ scope, n }) => ({ scope: Number(scope), count: Number(n) }));
    const mine = owners.find(({ scope }) => scope === scopeKey);
    const share = Math.max(1, Math.floor(limit / (owners.length + (mine ? 0 : 1))));
    const displaced = mine && mine.count >= share ? [mine] : owners.filter(({ count }) => count > share);
    for (const { scope } of displaced) {
      const [oldest] = sweptTasks(this.#finishedOf, scope, 1);
      if (oldest) return oldest;
    }
    throw capacityExceeded(of, limit);
  }

  /** Without the pages on the free list, which SQLite reuses before the file grows. */
  #usedBytes(): number {
    const pages = Number(this.#pages.get()?.page_count) - Number(this.#freePages.get()?.freelist_count);
    return pages * this.#pageSize;
  }
}

/** Deletes a task. */
type Evict = (task: SweptTask) => void;

interface Limit {
  readonly of: "tasks" | "contexts";
  readonly limit: number;
}

function sweptTasks(statement: StatementSync, ...values: number[]): SweptTask[] {
  return statement.all(...values).map(({ key, id }) => ({ key: Number(key), id: String(id) }));
}
