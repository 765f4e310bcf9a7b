import { LinkedList } from "../../collections/linked-list.ts";
import { capacityExceeded, storageFull } from "../port/refusals.ts";
import { FairShare } from "./fair-share.ts";
import type { ContextEntry, Entry, ScopeIndex } from "./scope-index.ts";

/** How much an engine in memory keeps, and for how long. */
export interface CapacityOptions {
  maxTasks: number;
  maxContexts: number;
  /** In characters of content, over all tasks and exchanges. */
  maxTotalSize: number;
  taskTtlMs: number;
  /** A monotonic clock in milliseconds. */
  elapsed: () => number;
}

/**
 * The capacity of a store in memory: limits on tasks and contexts with a fair share for every owner, and a time to live. Running
 * tasks are never evicted.
 */
export class MemoryCapacity {
  readonly #options: CapacityOptions;
  readonly #entries: FairShare<Entry>;
  readonly #contexts: FairShare<ContextEntry>;
  readonly #sizes: FairShare<Entry>;
  /** All entries, least recently changed first. */
  readonly #byAge = new LinkedList<Entry>();
  /** Nothing expires before this time. */
  #nextSweep = 0;
  readonly #evict: (entry: Entry) => void;

  constructor(options: CapacityOptions, evict: (entry: Entry) => void) {
    this.#options = options;
    this.#entries = new FairShare(options.maxTasks);
    this.#contexts = new FairShare(options.maxContexts);
    this.#sizes = new FairShare(options.maxTotalSize);
    this.#evict = evict;
  }

  /** Whether a scope has room for so many more characters, with what may be evicted for it. */
  fits(scope: ScopeIndex, characters: number): boolean {
    return this.#sizes.fits(scope.sizeQuota, characters, sizeOf);
  }

  /** Counts the characters by which an entry has grown, and evicts others down to the limit. */
  resize(entry: Entry, size: number): void {
    const { sizeQuota } = entry.context.scope;
    if (size !== entry.counted) this.#sizes.take(sizeQuota, size - entry.counted);
    entry.counted = size;
    while (this.#sizes.total > this.#options.maxTotalSize) {
      const victim = this.#sizes.victim(sizeQuota);
      if (!victim || victim === entry) return;
      this.#evict(victim);
    }
  }

  /** Reserves a place in a context, new or present, evicting others where it must. Throws when nothing can be evicted. */
  reserve(scope: ScopeIndex, contextId: string, characters: number): ContextEntry {
    this.sweep();
    if (!this.fits(scope, characters)) throw storageFull();
    let context = scope.contexts.get(contextId);
    if (!context && this.#contexts.isFull) {
      const victim = this.#contexts.victim(scope.contextQuota);
      if (!victim) throw capacityExceeded("contexts", this.#contexts.limit);
      for (const entry of [...victim.entries]) this.#evict(entry);
    }
    // An evicted context made room for a task as well.
    if (this.#entries.isFull) {
      const victim = this.#entries.victim(scope.entryQuota);
      if (!victim) throw capacityExceeded("tasks", this.#entries.limit);
      this.#evict(victim);
    }
    // Evicting its last entry may have removed the context.
    if (context && context.entries.length === 0 && context.active === 0) context = undefined;
    if (!context) {
      context = { id: contextId, scope, entries: [], active: 0, evictable: undefined };
      scope.contexts.set(contextId, context);
      this.#contexts.take(scope.contextQuota);
    }
    this.#entries.take(scope.entryQuota);
    this.#setActive(context, +1);
    return context;
  }

  /** Returns a reserved place that was not used. */
  giveBack(context: ContextEntry): void {
    this.#entries.give(context.scope.entryQuota);
    this.#setActive(context, -1);
    this.#removeIfEmpty(context);
  }

  /** Fills a reserved place. */
  occupy(entry: Entry): void {
    // An array literal of one takes less memory than a grown array.
    if (entry.context.entries.length > 0) entry.context.entries.push(entry);
    else entry.context.entries = [entry];
    this.touch(entry);
  }

  /** An entry changed: its time to live starts again. */
  touch(entry: Entry): void {
    entry.touchedAt = this.#options.elapsed();
    if (entry === this.#byAge.last) return;
    if (entry.age) this.#byAge.remove(entry.age);
    entry.age = this.#byAge.add(entry);
  }

  /** An entry will not change any more: it can be evicted. */
  finish(entry: Entry): void {
    if (entry.finished) return;
    entry.finished = true;
    entry.context.scope.entryQuota.markEvictable(entry);
    this.#setActive(entry.context, -1);
  }

  /** An entry was removed. */
  vacate(entry: Entry): void {
    if (entry.age) this.#byAge.remove(entry.age);
    entry.age = undefined;
    const { entryQuota, sizeQuota } = entry.context.scope;
    entryQuota.pin(entry);
    this.#entries.give(entryQuota);
    this.#sizes.give(sizeQuota, entry.counted);
    entry.context.entries.splice(entry.context.entries.indexOf(entry), 1);
    if (!entry.finished) this.#setActive(entry.context, -1);
    this.#removeIfEmpty(entry.context);
  }

  /** Whether an entry has outlived its time to live. */
  isExpired(entry: Entry): boolean {
    const isRunning = entry.kind === "task" && entry.row.run !== "idle";
    return !isRunning && this.#options.elapsed() - entry.touchedAt >= this.#options.taskTtlMs;
  }

  /** Removes everything that has expired. */
  sweep(): void {
    const { elapsed, taskTtlMs } = this.#options;
    const now = elapsed();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + taskTtlMs;
    for (const entry of this.#byAge) {
      if (now - entry.touchedAt < taskTtlMs) {
        this.#nextSweep = entry.touchedAt + taskTtlMs;
        return;
      }
      if (this.isExpired(entry)) this.#evict(entry);
    }
  }

  #setActive(context: ContextEntry, change: number): void {
    context.active += change;
    if (context.active === 0) context.scope.contextQuota.markEvictable(context);
    else context.scope.contextQuota.pin(context);
  }

  #removeIfEmpty(context: ContextEntry): void {
    if (context.entries.length > 0 || context.active > 0) return;
    context.scope.contexts.delete(context.id);
    context.scope.contextQuota.pin(context);
    this.#contexts.give(context.scope.contextQuota);
  }
}

function sizeOf({ counted }: Entry): number {
  return counted;
}
