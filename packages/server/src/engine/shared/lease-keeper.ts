import type { EngineCore } from "./engine-core.ts";
import type { Sharing } from "./task-store.ts";

/**
 * The part of an engine that shares its storage with others: renews its leases in one batch, notices requests to cancel them, and
 * looks for changes of tasks that have waiters here. Hints from the storage only make it look earlier.
 */
export class LeaseKeeper {
  readonly #core: EngineCore;
  readonly #sharing: Sharing;
  readonly #timers: ReturnType<typeof setInterval>[];
  /** The sequence numbers at which watched tasks were last seen. */
  #positions: ReadonlyMap<string, number> = new Map();
  #renewing = false;
  #polling = false;

  constructor(core: EngineCore, sharing: Sharing) {
    this.#core = core;
    this.#sharing = sharing;
    this.#timers = [
      setInterval(() => void this.#renew(), sharing.leaseMs / 3),
      setInterval(() => void this.#poll(), sharing.pollMs),
    ];
    for (const timer of this.#timers) timer.unref?.();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #renew(): Promise<void> {
    if (this.#renewing) return;
    this.#renewing = true;
    try {
      const held = this.#core.leases.all();
      const leases = held.filter((lease) => !lease.isDraft);
      await Promise.all(held.map((lease) => lease.extendReservation(this.#sharing.leaseMs)));
      if (leases.length === 0) return;
      const renewed = await this.#sharing.renew(leases);
      const byToken = new Map(renewed.map((lease) => [`${lease.token}:${lease.taskId}`, lease]));
      for (const lease of leases) {
        const answer = byToken.get(`${lease.token}:${lease.taskId}`);
        if (!answer) lease.lose();
        else if (answer.cancel) lease.requestCancel(answer.cancel);
      }
    } catch {
      // The storage may be back before the leases expire; if not, the next write is fenced.
    } finally {
      this.#renewing = false;
    }
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      const watched = this.#core.watchers.watched();
      const positions = watched.length > 0 ? await this.#sharing.positions(watched) : new Map<string, number>();
      const before = this.#positions;
      this.#positions = positions;
      for (const id of watched) {
        if (positions.get(id) !== before.get(id) || !positions.has(id)) this.#core.watchers.wake(id);
      }
      if (await this.#core.store.hasClaimable()) this.#core.turns.wake();
    } catch {
      // Whoever waits is told by its own reads when the storage is down.
    } finally {
      this.#polling = false;
    }
  }
}
