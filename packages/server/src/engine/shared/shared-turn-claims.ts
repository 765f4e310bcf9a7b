import type { Lease } from "../port/lease.ts";
import { type Claimed, TurnClaims } from "../turn-claims.ts";

/** The turns that no engine on a shared storage runs. */
export class SharedTurnClaims extends TurnClaims {
  #claiming: Promise<unknown> = Promise.resolve();

  /** One call at a time, so that each call finds different turns. */
  protected override claimSome(limit: number): Promise<Claimed[]> {
    const claiming = this.#claiming.then(async () => {
      const ids = await this.state.store.queued(limit);
      return Promise.allSettled(ids.map((id) => this.#acquireAndClaim(id)));
    });
    this.#claiming = claiming.catch(() => undefined);
    return claiming;
  }

  async #acquireAndClaim(id: string): Promise<Lease | undefined> {
    const task = await this.state.tasks.acquire(id);
    if (task?.isOwned && task.head.run === "queued") return this.claimOne(task);
    task?.unlock();
    return undefined;
  }
}
