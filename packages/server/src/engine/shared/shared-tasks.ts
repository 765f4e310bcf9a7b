import { isTerminal } from "@a2a/types";
import type { MaybePromise } from "../../util/maybe-promise.ts";
import type { Draft } from "../live/draft.ts";
import type { LiveTask } from "../live/live-task.ts";
import { LiveTasks, ownedBy } from "../live/live-tasks.ts";
import type { AcquireOptions } from "../store/sharing.ts";
import type { TaskRecord } from "../store/task-store.ts";
import type { SharedState } from "./shared-state.ts";
import { SharedTask } from "./shared-task.ts";

/** How many entries a follower reads at once. */
const BATCH = 256;

/** The tasks in memory of an engine that shares its storage: those that it owns, and those that it follows. */
export class SharedTasks extends LiveTasks {
  declare protected readonly state: SharedState;
  /** Tasks whose lease is being taken. */
  readonly #acquiring = new Map<string, Promise<unknown>>();
  /** Tasks that are being read again, and whether they have changed since. */
  readonly #refreshing = new Map<string, { isOutdated: boolean }>();

  override create(id: string, record: TaskRecord | undefined, draft?: Draft): SharedTask {
    return new SharedTask(this.state, id, record, draft);
  }

  override peek(id: string): SharedTask | undefined {
    return super.peek(id) as SharedTask | undefined; // `create` makes no others
  }

  override find(id: string): MaybePromise<LiveTask | undefined> {
    const known = this.peek(id);
    if (known && (!known.record || known.isCurrent)) return super.find(id);
    this.state.assertNotClosed();
    return Promise.resolve(this.state.store.load(id)).then((record) => this.loaded(id, record));
  }

  /** The task, owned by this engine after that if it gets the lease. */
  override acquire(id: string, options: AcquireOptions = {}): MaybePromise<LiveTask | undefined> {
    const known = this.peek(id);
    if (known?.record && known.isOwned) return options.scope ? ownedBy(options.scope, known) : known;
    const acquiring = this.#acquiring.get(id);
    // Two commands of this engine must not compete for the lease.
    if (acquiring) return acquiring.then(() => this.acquire(id, options));
    const taking = this.state.store.sharing.acquire(id, options).then((acquired) => {
      if (!acquired) return undefined;
      const { record } = acquired;
      const task = this.peek(id) ?? this.create(id, record);
      if (acquired.isHeld) task.acquired(acquired);
      else task.refreshed(record, []);
      return task;
    });
    const done = taking.then(
      () => this.#acquiring.delete(id),
      () => this.#acquiring.delete(id),
    );
    this.#acquiring.set(id, done);
    return taking;
  }

  /** The tasks that are followed here and changed elsewhere. */
  followed(): LiveTask[] {
    return this.all.filter((task) => task.record && task.isRead && !task.isCurrent);
  }

  /** The tasks whose leases this engine holds. */
  held(): SharedTask[] {
    return (this.all as SharedTask[]).filter((task) => task.heldToken !== undefined); // `create` makes no others
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
        const task = this.peek(id);
        if (!task?.record || task.isOwned || this.state.phase === "closed") return;
        const record = await this.state.store.load(id);
        if (!record) return this.remove(id);
        task.refreshed(record, await this.state.store.entries(record, task.shown.seq, BATCH));
      }
    } catch {
      // The next poll looks again.
    } finally {
      this.#refreshing.delete(id);
    }
  }

  protected override loaded(id: string, record: TaskRecord | undefined): LiveTask | undefined {
    const known = this.peek(id);
    if (!known) return super.loaded(id, record);
    if (!record && !known.isOwned) this.remove(id);
    if (record && known.record) known.refreshed(record, []);
    return record && known;
  }

  /** Others may change a task that has not ended. */
  protected override mayCache(task: LiveTask): boolean {
    return super.mayCache(task) && isTerminal(task.shown.state);
  }
}
