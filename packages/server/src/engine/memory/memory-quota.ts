import { LinkedList } from "../../collections/linked-list.ts";
import { noRoom } from "../port/refusals.ts";
import { FairShare } from "./fair-share.ts";
import type { Kept, KeptContext, Shelf } from "./scope-index.ts";

/** How much an engine in memory keeps, and for how long. */
export interface RoomOptions {
  maxTasks: number;
  maxContexts: number;
  taskTtlMs: number;
  /** A clock that does not jump, in milliseconds. */
  elapsed: () => number;
}

/**
 * Who has room in memory: caps on tasks and contexts with a fair share for every owner, and an age after which what is not being
 * worked on goes. What is running is never removed.
 */
export class MemoryRoom {
  readonly #options: RoomOptions;
  readonly #items: FairShare<Kept>;
  readonly #contexts: FairShare<KeptContext>;
  /** Everything kept, the longest untouched first. */
  readonly #byAge = new LinkedList<Kept>();
  /** Before this time there is nothing whose time is up. */
  #nextSweep = 0;
  readonly #remove: (item: Kept) => void;

  constructor(options: RoomOptions, remove: (item: Kept) => void) {
    this.#options = options;
    this.#items = new FairShare(options.maxTasks);
    this.#contexts = new FairShare(options.maxContexts);
    this.#remove = remove;
  }

  /** How many tasks and exchanges there are, those about to come included. */
  get size(): number {
    return this.#items.total;
  }

  /** Reserves a place in a context, new or present, removing what must go for it. Throws when nothing may go. */
  reserve(shelf: Shelf, contextId: string): KeptContext {
    this.sweep();
    let context = shelf.contexts.get(contextId);
    if (!context && this.#contexts.isFull) {
      const victim = this.#contexts.victim(shelf.held);
      if (!victim) throw noRoom("contexts", this.#contexts.limit);
      for (const item of [...victim.items]) this.#remove(item);
    }
    // A context that was removed made room for a task as well.
    if (this.#items.isFull) {
      const victim = this.#items.victim(shelf.kept);
      if (!victim) throw noRoom("tasks", this.#items.limit);
      this.#remove(victim);
    }
    // Removing its last item may have removed the context.
    if (context && context.items.length === 0 && context.active === 0) context = undefined;
    if (!context) {
      context = { id: contextId, shelf, items: [], active: 0, spare: undefined };
      shelf.contexts.set(contextId, context);
      this.#contexts.take(shelf.held);
    }
    this.#items.take(shelf.kept);
    this.#setActive(context, +1);
    return context;
  }

  /** A reserved place is not needed. */
  giveBack(context: KeptContext): void {
    this.#items.give(context.shelf.kept);
    this.#setActive(context, -1);
    this.#dropIfEmpty(context);
  }

  /** A reserved place is taken. */
  occupy(item: Kept): void {
    // As with the ids of messages, a list made of one takes less room.
    if (item.context.items.length > 0) item.context.items.push(item);
    else item.context.items = [item];
    this.touch(item);
  }

  /** Something changed: its age begins anew. */
  touch(item: Kept): void {
    item.touchedAt = this.#options.elapsed();
    if (item === this.#byAge.last) return;
    if (item.age) this.#byAge.remove(item.age);
    item.age = this.#byAge.add(item);
  }

  /** Nothing more will happen to it: it may be removed to make room. */
  finish(item: Kept): void {
    if (item.over) return;
    item.over = true;
    item.context.shelf.kept.spare(item);
    this.#setActive(item.context, -1);
  }

  /** Something was removed. */
  vacate(item: Kept): void {
    if (item.age) this.#byAge.remove(item.age);
    item.age = undefined;
    this.#items.give(item.context.shelf.kept, item);
    item.context.items.splice(item.context.items.indexOf(item), 1);
    if (!item.over) this.#setActive(item.context, -1);
    this.#dropIfEmpty(item.context);
  }

  /** Whether its time is up. */
  isExpired(item: Kept): boolean {
    const working = item.kind === "task" && item.row.run !== "idle";
    return !working && this.#options.elapsed() - item.touchedAt >= this.#options.taskTtlMs;
  }

  /** Removes everything whose time is up. */
  sweep(): void {
    const { elapsed, taskTtlMs } = this.#options;
    const now = elapsed();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + taskTtlMs;
    for (const item of this.#byAge) {
      if (now - item.touchedAt < taskTtlMs) {
        this.#nextSweep = item.touchedAt + taskTtlMs;
        return;
      }
      if (this.isExpired(item)) this.#remove(item);
    }
  }

  #setActive(context: KeptContext, change: number): void {
    context.active += change;
    if (context.active === 0) context.shelf.held.spare(context);
    else context.shelf.held.keep(context);
  }

  #dropIfEmpty(context: KeptContext): void {
    if (context.items.length > 0 || context.active > 0) return;
    context.shelf.contexts.delete(context.id);
    this.#contexts.give(context.shelf.held, context);
  }
}
