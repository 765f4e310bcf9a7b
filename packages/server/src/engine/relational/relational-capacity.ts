import type { Scheduler } from "../../util/scheduler.ts";
import { storageFull } from "../port/refusals.ts";
import { scopeKey } from "../port/scope-key.ts";
import type { Scope } from "../port/task-engine.ts";
import type { Admission, Change } from "../store/task-store.ts";
import type { CapacityRows, EvictedTask } from "./relational-database.ts";

/** Eviction starts at this fraction of the limit. The rest is for owners below their share, and for writes during the eviction. */
const HIGH_WATER = 0.85;
/** Eviction stops at this fraction of the limit, so that it does not start again at once. */
const LOW_WATER = 0.8;
/** Owners are counted again after writes of this fraction of the limit, because other engines write as well. */
const COUNT_INTERVAL = 1 / 64;
/** How many characters an admitted task may have in addition to its message. */
const SMALL = 65_536;
/** The shortest time between two counts of a full storage. */
const RETRY_MS = 1_000;

/**
 * The capacity of shared storage. Every engine counts its own writes, and regularly reads the total of all engines. Near the limit, the
 * oldest finished tasks of owners above their fair share are evicted. If that is not enough, writes of these owners are refused, and at
 * the limit those of all owners.
 */
export class RelationalCapacity {
  readonly #rows: CapacityRows;
  readonly #evicted: (taskId: string) => void;
  readonly #scheduler: Scheduler;
  #owners = new Map<string, Used>();
  /** The storage that all owners use in total, and their reservations. */
  #total = 0;
  #admitted = 0;
  /** The largest refused request since the owners were counted. */
  #wanted = 0;
  /** Characters written since the owners were counted. */
  #uncounted = Number.POSITIVE_INFINITY;
  #countedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | undefined;

  constructor(rows: CapacityRows, evicted: (taskId: string) => void, scheduler: Scheduler) {
    this.#rows = rows;
    this.#evicted = evicted;
    this.#scheduler = scheduler;
  }

  /** Throws when a scope cannot store so many more characters, which for a new task include its message. */
  assertRoom(scope: Scope, characters: number): void {
    const admitted = this.#owners.get(scopeKey(scope))?.admitted ?? 0;
    // A task that was admitted gets its first events, unless they are large.
    if (admitted === 0 || characters - admitted > SMALL) this.#assertFits(scope, Math.max(0, characters - admitted));
  }

  /** Reserves capacity in characters, or throws. */
  admit(scope: Scope, characters: number): Admission {
    this.#assertFits(scope, characters);
    this.#of(scope).admitted += characters;
    this.#admitted += characters;
    return { scope, characters } satisfies Admitted;
  }

  /** Returns reserved capacity. */
  dismiss(admission: Admission): void {
    const { scope, characters } = admission as Admitted; // what `admit` returned
    this.#of(scope).admitted -= characters;
    this.#admitted -= characters;
  }

  /** Charges the owner of a change that was written. Called before the record of its task is replaced. */
  written(change: Change): void {
    if (change.kind === "exchange") {
      const { scope, message, answer } = change.exchange;
      this.dismiss(change.admission);
      this.#charge(scope, message.length + answer.length);
      return;
    }
    const { head, created, record } = change;
    if (created) this.dismiss(created.admission);
    this.#charge(head.scope, head.size - (created ? 0 : (record?.head.size ?? 0)));
  }

  /** Counts the owners if a count is due, and evicts finished tasks. Called after a write. */
  async settle(): Promise<void> {
    const { maxTotalSize } = this.#rows;
    const isDue = this.#uncounted > maxTotalSize * COUNT_INTERVAL;
    if (isDue || (this.#total > maxTotalSize * HIGH_WATER && this.#isRested)) await this.count();
  }

  /** Counts the owners, and evicts finished tasks. If the database fails, tries again later. */
  count(): Promise<void> {
    this.#counting ??= this.#count()
      .catch(() => undefined)
      .finally(() => {
        this.#counting = undefined;
      });
    return this.#counting;
  }

  async #count(): Promise<void> {
    const usage = await this.#rows.usage();
    this.#uncounted = 0;
    const before = this.#owners;
    this.#owners = new Map();
    for (const { scope, admitted } of before.values()) if (admitted > 0) this.#of(scope).admitted = admitted;
    for (const { scope, size } of usage) this.#of(scope).size = size;
    this.#total = usage.reduce((sum, { size }) => sum + size, 0);
    // Count again at once only if the last count freed space.
    const { maxTotalSize } = this.#rows;
    const limit = Math.min(maxTotalSize * LOW_WATER, maxTotalSize - this.#wanted);
    const isShort = this.#total > maxTotalSize * HIGH_WATER || this.#total + this.#wanted > maxTotalSize;
    this.#wanted = 0;
    if (isShort) await this.#evictDownTo(limit);
    const isFull = this.#total > maxTotalSize * HIGH_WATER;
    this.#countedAt = isFull ? this.#scheduler.elapsed() : Number.NEGATIVE_INFINITY;
  }

  async #evictDownTo(limit: number): Promise<void> {
    const share = this.#share(0);
    const richest = [...this.#owners.values()].sort((a, b) => b.size - a.size);
    for (const { scope, size } of richest) {
      let excess = Math.min(size - share, this.#total - limit);
      while (excess > 0) {
        const gone: readonly EvictedTask[] = await this.#rows.evict(scope, excess);
        if (gone.length === 0) break;
        for (const { id, size: freed } of gone) {
          if (id !== undefined) this.#evicted(id);
          this.#charge(scope, -freed);
          excess -= freed;
        }
      }
    }
  }

  /** From the high-water mark on, only owners below their share may write, up to the limit. */
  #assertFits(scope: Scope, characters: number): void {
    const used = this.#owners.get(scopeKey(scope));
    const { maxTotalSize } = this.#rows;
    const total = this.#total + this.#admitted;
    const isBelowShare = (used ? used.size + used.admitted : 0) + characters <= this.#share(used ? 0 : 1);
    const isOpen = total <= maxTotalSize * HIGH_WATER || isBelowShare;
    if (isOpen && total + characters <= maxTotalSize) return;
    this.#wanted = Math.max(this.#wanted, characters);
    if (this.#isRested) void this.count();
    throw storageFull("maxTotalSize", `${maxTotalSize} characters`);
  }

  #charge(scope: Scope, characters: number): void {
    this.#of(scope).size += characters;
    this.#total += characters;
    this.#uncounted += Math.max(0, characters);
  }

  #of(scope: Scope): Used {
    const key = scopeKey(scope);
    const used = this.#owners.get(key) ?? { scope, size: 0, admitted: 0 };
    this.#owners.set(key, used);
    return used;
  }

  get #isRested(): boolean {
    return this.#scheduler.elapsed() - this.#countedAt >= RETRY_MS;
  }

  /** The fair share of an owner: all shares together are the target of eviction. */
  #share(newOwners: number): number {
    return (this.#rows.maxTotalSize * LOW_WATER) / (this.#owners.size + newOwners);
  }
}

/** The reservation of a task or an exchange, in characters. */
interface Admitted {
  readonly scope: Scope;
  readonly characters: number;
}

interface Used {
  readonly scope: Scope;
  size: number;
  admitted: number;
}
