import { isTerminal, taskNotFound } from "@a2a/types";
import type { MaybePromise } from "../../util/maybe-promise.ts";
import type { Scope } from "../port/task-engine.ts";
import { belongsTo } from "../rules/head.ts";
import type { AcquireOptions } from "../store/sharing.ts";
import type { TaskRecord } from "../store/task-store.ts";
import type { EngineState } from "./engine-state.ts";
import { LiveTask } from "./live-task.ts";
import type { Published } from "./published.ts";

/** How many characters of texts and log entries stay in memory. */
const MAX_CHARACTERS = 16 * 1_024 * 1_024;
/** How many of them may belong to idle tasks. Few, because tasks that outlive a collection of young objects cost more than reading them again. */
const MAX_IDLE_CHARACTERS = 256 * 1_024;
/** How many entries a follower reads at once. */
const BATCH = 256;

/**
 * The tasks in memory: those with a turn, a reader or a pending change, and idle ones for as long as there is room, least recently
 * used first. There is one `LiveTask` per task, so that every change of it has one owner.
 */
export class LiveTasks {
  readonly #state: EngineState;
  readonly #live = new Map<string, LiveTask>();
  #characters = 0;
  /** Those that are idle, least recently used first. */
  readonly #idle = new Set<LiveTask>();
  #idleCharacters = 0;
  /** Tasks whose lease is being taken. */
  readonly #acquiring = new Map<string, Promise<unknown>>();
  /** Tasks that are being read again, and whether they have changed since. */
  readonly #refreshing = new Map<string, { isOutdated: boolean }>();

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** The task, of any owner; at once unless it has to be read from a storage that others share. */
  find(id: string): MaybePromise<LiveTask | undefined> {
    const known = this.#live.get(id);
    if (known && (!known.record || known.isCurrent)) {
      if (this.#idle.has(known)) this.#setIdle(known);
      return known.record ? known : undefined;
    }
    this.#state.assertNotClosed();
    const loading = this.#state.store.load(id);
    return loading instanceof Promise ? loading.then((record) => this.#loaded(id, record)) : this.#loaded(id, loading);
  }

  /** The task, if it is in this scope. */
  own(scope: Scope, id: string): MaybePromise<LiveTask | undefined> {
    this.#state.assertNotClosed();
    const finding = this.find(id);
    return finding instanceof Promise ? finding.then((live) => ownedBy(scope, live)) : ownedBy(scope, finding);
  }

  /** The task, which must be in this scope. */
  get(scope: Scope, id: string): MaybePromise<LiveTask> {
    const finding = this.own(scope, id);
    return finding instanceof Promise ? finding.then((live) => found(live, id)) : found(finding, id);
  }

  /**
   * The task, owned by this engine from now on if it gets the lease. Where nobody shares the storage, that is always so, and the
   * answer comes at once.
   */
  acquire(id: string, options: AcquireOptions = {}): MaybePromise<LiveTask | undefined> {
    const { sharing } = this.#state.store;
    if (!sharing) return options.scope ? this.own(options.scope, id) : this.find(id);
    const known = this.#live.get(id);
    if (known?.record && known.isOwned) return options.scope ? ownedBy(options.scope, known) : known;
    const acquiring = this.#acquiring.get(id);
    // Two commands of this engine must not compete for the lease.
    if (acquiring) return acquiring.then(() => this.acquire(id, options));
    const taking = sharing.acquire(id, options).then((acquired) => {
      if (!acquired) return undefined;
      const { record } = acquired;
      const live = this.#live.get(id) ?? new LiveTask(this.#state, id, record);
      if (acquired.isHeld) live.acquired(acquired);
      else live.refreshed(record, []);
      return live;
    });
    const done = taking.then(
      () => this.#acquiring.delete(id),
      () => this.#acquiring.delete(id),
    );
    this.#acquiring.set(id, done);
    return taking;
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
    const { keepsTexts, sharing } = this.#state.store;
    // Others may change a task that has not ended.
    if (keepsTexts || !live.record || (sharing && !isTerminal(live.shown.state))) this.#drop(live);
    else if (this.#live.get(live.id) === live) this.#setIdle(live);
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

  /** The tasks that are followed here and changed elsewhere. */
  followed(): LiveTask[] {
    return [...this.#live.values()].filter((live) => live.record && live.isRead && !live.isCurrent);
  }

  /** The tasks whose leases this engine holds. */
  held(): LiveTask[] {
    return [...this.#live.values()].filter((live) => live.heldToken !== undefined);
  }

  /** Reads a followed task again after it changed elsewhere. */
  refresh(id: string): void {
    const refreshing = this.#refreshing.get(id);
    if (refreshing) refreshing.isOutdated = true;
    else void this.#refresh(id);
  }

  async #refresh(id: string): Promise<void> {
    const refreshing = { isOutdated: true };
    this.#refreshing.set(id, refreshing);
    try {
      while (refreshing.isOutdated) {
        refreshing.isOutdated = false;
        const live = this.#live.get(id);
        if (!live?.record || live.isOwned || this.#state.phase === "closed") return;
        const record = await this.#state.store.load(id);
        if (!record) return this.remove(id);
        live.refreshed(record, await this.#state.store.entries(record, live.shown.seq, BATCH));
      }
    } catch {
      // The next poll looks again.
    } finally {
      this.#refreshing.delete(id);
    }
  }

  #loaded(id: string, record: TaskRecord | undefined): LiveTask | undefined {
    const known = this.#live.get(id);
    if (known) {
      if (!record && !known.isOwned) this.remove(id);
      if (record && known.record) known.refreshed(record, []);
      return record && known;
    }
    if (!record) return undefined;
    const live = new LiveTask(this.#state, id, record);
    const { keepsTexts, sharing } = this.#state.store;
    if (!keepsTexts && (!sharing || isTerminal(record.head.state))) {
      this.keep(live);
      this.#setIdle(live);
    }
    return live;
  }

  /** Makes all readers look again, because the engine has ended. */
  wakeAll(): void {
    for (const live of [...this.#live.values()]) live.wake();
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

function ownedBy(scope: Scope, live: LiveTask | undefined): LiveTask | undefined {
  return live && belongsTo(live.shown, scope) ? live : undefined;
}

function found(live: LiveTask | undefined, id: string): LiveTask {
  if (!live) throw taskNotFound(id);
  return live;
}
