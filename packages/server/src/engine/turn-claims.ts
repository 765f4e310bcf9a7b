import type { EngineState } from "./live/engine-state.ts";
import type { LiveTask } from "./live/live-task.ts";
import { TurnLease } from "./live/turn-lease.ts";
import { FencedError, type Lease } from "./port/lease.ts";
import type { ReadyOptions } from "./port/task-engine.ts";
import type { TaskHead } from "./rules/head.ts";
import { claimTurn, type LeasedTurn, turnOf } from "./rules/turns.ts";
import { atOnce } from "./store/task-store.ts";

/** The turns that no engine runs: interrupted, or requeued. */
export class TurnClaims {
  protected readonly state: EngineState;

  constructor(state: EngineState) {
    this.state = state;
  }

  async claim(limit: number): Promise<Lease[]> {
    this.state.assertOpen();
    const claims = await this.claimSome(limit);
    const leases = claims.flatMap((claim) => (claim.status === "fulfilled" ? (claim.value ?? []) : []));
    const failed = claims.find((claim) => claim.status === "rejected");
    // A claimed turn must run even if others failed.
    if (failed && leases.length === 0) throw failed.reason;
    return leases;
  }

  /** Resolves when there may be a turn to claim. */
  async ready({ signal }: ReadyOptions): Promise<void> {
    signal?.throwIfAborted();
    const waiting = this.state.turns.wait(signal);
    // There may be no waiter.
    waiting.catch(() => undefined);
    if ((await this.state.store.queued(1)).length === 0) await waiting;
  }

  protected claimSome(limit: number): Promise<Claimed[]> {
    return Promise.allSettled(this.#claimable(limit).map((task) => this.claimOne(task)));
  }

  protected async claimOne(task: LiveTask): Promise<Lease | undefined> {
    let turn: LeasedTurn | undefined;
    const decide = (head: TaskHead) => {
      if (head.run !== "queued") throw new FencedError(head.id, "stale");
      const claimed = claimTurn(head);
      turn = turnOf(claimed);
      return { head: claimed };
    };
    try {
      return await new Promise((resolve, reject) => {
        task.accept(decide, (refusal) => {
          if (refusal === undefined) resolve(turn && new TurnLease(this.state, task, turn));
          else reject(refusal);
        });
      });
    } catch (error) {
      task.unlock();
      // Another engine or another command got there first.
      if (error instanceof FencedError) return undefined;
      throw error;
    }
  }

  /** Queued turns that are not about to be claimed. */
  #claimable(limit: number): LiveTask[] {
    const { store, tasks } = this.state;
    for (let asked = limit; ; asked *= 2) {
      const ids = atOnce(store.queued(asked));
      const queued = ids.flatMap((id) => atOnce(tasks.find(id)) ?? []).filter(({ head }) => head.run === "queued");
      if (queued.length >= limit || ids.length < asked) return queued.slice(0, limit);
    }
  }
}

/** The lease of a claimed turn, or why there is none. */
export type Claimed = PromiseSettledResult<Lease | undefined>;
