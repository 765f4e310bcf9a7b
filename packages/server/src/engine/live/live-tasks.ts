import { taskNotFound } from "@a2a/types";
import type { Scope } from "../port/task-engine.ts";
import { belongsTo } from "../rules/head.ts";
import type { EngineState } from "./engine-state.ts";
import { LiveTask } from "./live-task.ts";

/** How many characters of texts and log entries stay in memory for tasks that may be read again. */
const MAX_CHARACTERS = 64 * 1_024 * 1_024;
/** What a task costs beside its texts. */
export const TASK_CHARACTERS = 1_024;

/**
 * The tasks in memory: those with a turn, a reader or a pending change, and idle ones for as long as there is room, least recently
 * used first. There is one `LiveTask` per task, so that every change of it has one owner.
 */
export class LiveTasks {
  readonly #state: EngineState;
  readonly #live = new Map<string, LiveTask>();
  #characters = 0;

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** The task, of any owner. */
  find(id: string): LiveTask | undefined {
    const known = this.#live.get(id);
    if (known) {
      if (!this.#state.store.keepsTexts) this.#touch(known);
      return known.record ? known : undefined;
    }
    this.#state.assertNotClosed();
    const record = this.#state.store.load(id);
    if (!record) return undefined;
    const live = new LiveTask(this.#state, id, record);
    if (!this.#state.store.keepsTexts) this.keep(live);
    return live;
  }

  /** The task, if it is in this scope. */
  own(scope: Scope, id: string): LiveTask | undefined {
    this.#state.assertNotClosed();
    const live = this.find(id);
    return live && belongsTo(live.shown, scope) ? live : undefined;
  }

  /** The task, which must be in this scope. */
  get(scope: Scope, id: string): LiveTask {
    const live = this.own(scope, id);
    if (!live) throw taskNotFound(id);
    return live;
  }

  /** The task, if it is in memory. */
  peek(id: string): LiveTask | undefined {
    return this.#live.get(id);
  }

  /** From now on every caller gets this object. */
  keep(live: LiveTask): void {
    if (this.#live.get(live.id) === live) return;
    this.#live.set(live.id, live);
    this.weigh(live);
  }

  /** Updates the size of a task that is kept. */
  weigh(live: LiveTask): void {
    if (this.#live.get(live.id) !== live) return;
    const { characters } = live;
    this.#characters += characters - live.counted;
    live.counted = characters;
    if (this.#characters > MAX_CHARACTERS) this.#trim();
  }

  /** A task became idle: no turn, no reader, nothing pending. */
  rest(live: LiveTask): void {
    if (this.#state.store.keepsTexts || !live.record) this.#drop(live);
  }

  /** Whether a task has a turn, or changes that are not durable. */
  isPinned(id: string): boolean {
    return this.#live.get(id)?.isPinned ?? false;
  }

  /** A task was removed from the store: its readers are told. */
  remove(id: string): void {
    const live = this.#live.get(id);
    if (!live) return;
    this.#drop(live);
    live.removed();
  }

  /** An idle task is loaded again when it is needed. */
  forget(id: string): void {
    const live = this.#live.get(id);
    if (live && !live.isBusy) this.#drop(live);
  }

  /** Everything ended: all readers look again. */
  wakeAll(): void {
    for (const live of [...this.#live.values()]) live.wake();
  }

  #touch(live: LiveTask): void {
    this.#live.delete(live.id);
    this.#live.set(live.id, live);
  }

  #drop(live: LiveTask): void {
    if (this.#live.get(live.id) !== live) return;
    this.#live.delete(live.id);
    this.#characters -= live.counted;
    live.counted = 0;
  }

  /** Drops idle tasks and the texts of others, least recently used first. */
  #trim(): void {
    for (const live of this.#live.values()) {
      if (this.#characters <= MAX_CHARACTERS) return;
      if (!live.isBusy) this.#drop(live);
      else if (live.shed()) {
        this.#characters += live.characters - live.counted;
        live.counted = live.characters;
      }
    }
  }
}
