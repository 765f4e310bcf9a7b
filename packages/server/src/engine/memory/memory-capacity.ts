import { LinkedList } from "../../util/linked-list.ts";
import { capacityExceeded, storageFull } from "../port/refusals.ts";
import { FairShare } from "./fair-share.ts";
import type { ContextEntry, Entry, ScopeIndex } from "./scope-index.ts";

/** How many bytes a character of a task takes, which is in its text and in its log. */
const BYTES = 2;
/** V8 stores a text with a character beyond Latin-1 in two bytes per character. */
const WIDE_BYTES = 4;
const WIDE = /[^\0-\xff]/;

/** Whether V8 stores a text in two bytes per character. */
export function isWide(text: string): boolean {
  return WIDE.test(text);
}

/** The bytes that so many characters of a task or an exchange take. */
export function bytesOf(characters: number, wide: boolean): number {
  return characters * (wide ? WIDE_BYTES : BYTES);
}

/** The limits and the time to live of an in-memory store. */
export interface CapacityOptions {
  maxTasks: number;
  maxContexts: number;
  /** In bytes, over all tasks and exchanges. */
  maxBytes: number;
  taskTtlMs: number;
  /** A monotonic clock in milliseconds. */
  elapsed: () => number;
}

/**
 * The capacity of an in-memory store: limits on tasks and contexts with a fair share for every owner, and a time to live. Running
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
    this.#sizes = new FairShare(options.maxBytes);
    this.#evict = evict;
  }

  /** Throws when a scope cannot store so many more characters, even after eviction. */
  assertRoom(scope: ScopeIndex, characters: number): void {
    if (this.#sizes.fits(scope.sizeQuota, characters * BYTES, sizeOf)) return;
    throw storageFull("maxBytes", `${this.#options.maxBytes} bytes`);
  }

  /** Updates the counted bytes of an entry, and evicts others down to the limit. */
  resize(entry: Entry, size: number): void {
    const { sizeQuota } = entry.context.scope;
    if (size !== entry.counted) this.#sizes.take(sizeQuota, size - entry.counted);
    entry.counted = size;
    while (this.#sizes.total > this.#options.maxBytes) {
      const victim = this.#sizes.victim(sizeQuota);
      if (!victim || victim === entry) return;
      this.#evict(victim);
    }
  }

  /** Reserves capacity for an entry in a new or existing context, evicting others where necessary. Throws when nothing is evictable. */
  reserve(scope: ScopeIndex, contextId: string, characters: number): ContextEntry {
    this.sweep();
    this.assertRoom(scope, characters);
    let context = scope.contexts.get(contextId);
    if (!context && this.#contexts.isFull) {
      const victim = this.#contexts.victim(scope.contextQuota);
      if (!victim) throw capacityExceeded("contexts", this.#contexts.limit);
      for (const entry of [...victim.entries]) this.#evict(entry);
    }
    // Evicting a context has freed capacity for a task as well.
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

  /** Returns unused reserved capacity. */
  giveBack(context: ContextEntry): void {
    this.#entries.give(context.scope.entryQuota);
    this.#setActive(context, -1);
    this.#removeIfEmpty(context);
  }

  /** Adds an entry to its reserved capacity. */
  occupy(entry: Entry): void {
    // An array literal with one element takes less memory than a grown array.
    if (entry.context.entries.length > 0) entry.context.entries.push(entry);
    else entry.context.entries = [entry];
    this.touch(entry);
  }

  /** Restarts the time to live of a changed entry. */
  touch(entry: Entry): void {
    entry.touchedAt = this.#options.elapsed();
    if (entry === this.#byAge.last) return;
    if (entry.age) this.#byAge.remove(entry.age);
    entry.age = this.#byAge.add(entry);
  }

  /** Makes a finished entry evictable. */
  finish(entry: Entry): void {
    if (entry.finished) return;
    entry.finished = true;
    entry.context.scope.entryQuota.markEvictable(entry);
    this.#setActive(entry.context, -1);
  }

  /** Releases the capacity of a removed entry. */
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
    const isRunning = entry.kind === "task" && entry.head.run !== "idle";
    return !isRunning && this.#options.elapsed() - entry.touchedAt >= this.#options.taskTtlMs;
  }

  /** Evicts all expired entries. */
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
