import type { Sharing } from "../store/sharing.ts";
import type { SharedState } from "./shared-state.ts";

/**
 * The part of an engine that shares its storage with others: renews its leases in one batch, and looks for notes and for changes of
 * tasks that have readers here. Hints from the storage only make it look earlier.
 */
export class LeaseKeeper {
  readonly #state: SharedState;
  readonly #sharing: Sharing;
  readonly #stops: (() => void)[];
  #isRenewing = false;
  #isPolling = false;

  constructor(state: SharedState) {
    const { sharing } = state.store;
    this.#state = state;
    this.#sharing = sharing;
    this.#stops = [
      state.scheduler.every(sharing.leaseMs / 3, () => void this.#renew()),
      state.scheduler.every(sharing.pollMs, () => void this.#poll()),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const { tasks, leases, scheduler } = this.#state;
    const startedAt = scheduler.elapsed();
    const held = tasks.held().flatMap((task) => {
      task.unlock();
      const token = task.heldToken;
      return token === undefined ? [] : [{ task, token, taskId: task.id }];
    });
    const reservations = [...leases].flatMap(({ reservation }) => reservation ?? []);
    try {
      const isIdle = held.length === 0 && reservations.length === 0;
      const renewed = isIdle ? new Set<string>() : await this.#sharing.renew(held, reservations);
      this.#state.renewedAt = startedAt;
      for (const { task, token, taskId } of held) {
        // Skip leases that were passed on or released in the meantime.
        if (!renewed.has(taskId) && task.heldToken === token) task.lost();
      }
    } catch {
      // The storage may recover before the leases expire. If it does not, the next write is fenced.
    } finally {
      this.#isRenewing = false;
    }
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    const { tasks, turns } = this.#state;
    try {
      const followed = tasks.followed();
      const { positions, noted, isClaimable } = await this.#sharing.poll(followed.map(({ id }) => id));
      this.#state.isReachable = true;
      for (const { id, shown } of followed) {
        if (positions.get(id) !== shown.seq) tasks.refresh(id);
      }
      const own = noted.filter((id) => tasks.peek(id)?.isOwned);
      if (own.length > 0) this.#state.takeNotes(own);
      if (isClaimable) turns.wake();
    } catch {
      // Waiters notice through their own reads.
      this.#state.isReachable = false;
    } finally {
      this.#isPolling = false;
    }
  }
}
