import { taskNotFound } from "@a2a/types";
import type { MaybePromise } from "../../util/maybe-promise.ts";
import type { Scope } from "../port/task-engine.ts";
import { belongsTo } from "../rules/head.ts";
import type { AcquireOptions } from "../store/sharing.ts";
import { atOnce, type TaskRecord } from "../store/task-store.ts";
import type { Draft } from "./draft.ts";
import type { EngineState } from "./engine-state.ts";
import { LiveTask } from "./live-task.ts";
import type { Published } from "./published.ts";

/** How many characters of texts and log entries stay in memory. */
const MAX_CHARACTERS = 16 * 1_024 * 1_024;
/** How many of them may belong to idle tasks. Few, because tasks that outlive a collection of young objects cost more than reading them again. */
const MAX_IDLE_CHARACTERS = 256 * 1_024;

/**
 * The tasks in memory: those with a turn, a reader or a pending change, and idle ones for as long as there is room, least recently
 * used first. There is one `LiveTask` per task, so that every change of it has one owner.
 */
export class LiveTasks {
  protected readonly state: EngineState;
  readonly #live = new Map<string, LiveTask>();
  #characters = 0;
  /** Those that are idle, least recently used first. */
  readonly #idle = new Set<LiveTask>();
  #idleCharacters = 0;

  constructor(state: EngineState) {
    this.state = state;
  }

  /** A task that is not in memory: a stored one, or a draft. */
  create(id: string, record: TaskRecord | undefined, draft?: Draft): LiveTask {
    return new LiveTask(this.state, id, record, draft);
  }

  /** The tasks in memory. */
  protected get all(): LiveTask[] {
    return [...this.#live.values()];
  }

  /** The task, of any owner; at once unless it has to be read from a storage that others share. */
  find(id: string): MaybePromise<LiveTask | undefined> {
    const known = this.#live.get(id);
    if (known) {
      if (this.#idle.has(known)) this.#setIdle(known);
      return known.record ? known : undefined;
    }
    this.state.assertNotClosed();
    return this.loaded(id, atOnce(this.state.store.load(id)));
  }

  /** The task, if it is in this scope. */
  own(scope: Scope, id: string): MaybePromise<LiveTask | undefined> {
    this.state.assertNotClosed();
    const finding = this.find(id);
    return finding instanceof Promise ? finding.then((live) => ownedBy(scope, live)) : ownedBy(scope, finding);
  }

  /** The task, which must be in this scope. */
  get(scope: Scope, id: string): MaybePromise<LiveTask> {
    const finding = this.own(scope, id);
    return finding instanceof Promise ? finding.then((live) => found(live, id)) : found(finding, id);
  }

  /**
   * The task, owned by this engine after that if it gets the lease. Where nobody shares the storage, that is always so, and the answer comes
   * at once.
   */
  acquire(id: string, { scope }: AcquireOptions = {}): MaybePromise<LiveTask | undefined> {
    return scope ? this.own(scope, id) : this.find(id);
  }

  /** The task, if it is in memory. */
  peek(id: string): LiveTask | undefined {
    return this.#live.get(id);
  }

  /** Registers the object that every caller gets. */
  keep(live: Published): void {
    this.#endIdle(live as LiveTask); // there is no other kind
    if (this.#live.get(live.id) === live) return;
    this.#live.set(live.id, live as LiveTask);
    this.weigh(live);
  }

  /** Updates the size of a task that is kept. */
  weigh(live: Published): void {
    if (this.#live.get(live.id) !== live) return;
    this.#count(live as LiveTask); // there is no other kind
    if (this.#characters > MAX_CHARACTERS) this.#shed();
  }

  /** A task became idle: no turn, no reader, nothing pending. */
  rest(live: LiveTask): void {
    if (!this.mayCache(live)) this.#drop(live);
    else if (this.#live.get(live.id) === live) this.#setIdle(live);
  }

  /** Whether a task may stay in memory while it is idle. */
  protected mayCache(live: LiveTask): boolean {
    return !this.state.store.keepsTexts && live.record !== undefined;
  }

  /** Whether a task has a turn, or changes that are not durable. */
  isPinned(id: string): boolean {
    return this.#live.get(id)?.isPinned ?? false;
  }

  /** Notifies the readers of a task that was removed from the store. */
  remove(id: string): void {
    const live = this.#live.get(id);
    if (!live) return;
    this.#drop(live);
    live.removed();
  }

  /** Drops an idle task; it is loaded again when needed. */
  forget(id: string): void {
    const live = this.#live.get(id);
    if (live && !live.isBusy) this.#drop(live);
  }

  protected loaded(id: string, record: TaskRecord | undefined): LiveTask | undefined {
    if (!record) return undefined;
    const live = this.create(id, record);
    if (this.mayCache(live)) {
      this.keep(live);
      this.#setIdle(live);
    }
    return live;
  }

  /** Makes all readers look again, because the engine has ended. */
  wakeAll(): void {
    for (const live of this.all) live.wake();
  }

  #drop(live: LiveTask): void {
    if (this.#live.get(live.id) !== live) return;
    this.#endIdle(live);
    this.#live.delete(live.id);
    this.#characters -= live.counted;
    live.counted = 0;
  }

  /** Nobody needs the task at the moment. It is dropped before those that become idle after it. */
  #setIdle(live: LiveTask): void {
    this.#endIdle(live);
    this.#idle.add(live);
    this.#idleCharacters += live.counted;
    for (const oldest of this.#idle) {
      if (this.#idleCharacters <= MAX_IDLE_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #endIdle(live: LiveTask): void {
    if (this.#idle.delete(live)) this.#idleCharacters -= live.counted;
  }

  #count(live: LiveTask): void {
    const grown = live.characters - live.counted;
    live.counted += grown;
    this.#characters += grown;
    if (this.#idle.has(live)) this.#idleCharacters += grown;
  }

  /** Drops the texts of tasks: they can be read again. */
  #shed(): void {
    for (const live of this.#live.values()) {
      if (this.#characters <= MAX_CHARACTERS) return;
      if (live.shed()) this.#count(live);
    }
  }
}

/** The task, unless it belongs to another scope. */
export function ownedBy(scope: Scope, live: LiveTask | undefined): LiveTask | undefined {
  return live && belongsTo(live.shown, scope) ? live : undefined;
}

function found(live: LiveTask | undefined, id: string): LiveTask {
  if (!live) throw taskNotFound(id);
  return live;
}
