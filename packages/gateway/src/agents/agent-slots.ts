import { Budget } from "@a2a/server/backend-kit";
import { A2AError } from "@a2a/types";

/** Counts the calls and streams that are open at one agent, so that no caller takes the connections of the others. */
export class AgentSlots {
  readonly #agent: string;
  readonly #open: Budget;

  /** `isShared`: callers are identified, and each may use a quarter. */
  constructor(agent: string, total: number, isShared: boolean) {
    this.#agent = agent;
    this.#open = new Budget(total, isShared ? Math.max(1, Math.floor(total / 4)) : total);
  }

  /** Takes a slot; the function that is returned gives it back. Throws `RATE_LIMITED` at once where there is none. */
  enter(owner: string | undefined): () => void {
    if (!this.#open.take(owner, 1)) {
      const message = `Too many requests: more calls to agent ${this.#agent} are open than one caller may have`;
      throw new A2AError("RATE_LIMITED", message, { retryAfterMs: 1_000 });
    }
    let isLeft = false;
    return () => {
      if (!isLeft) this.#open.give(owner, 1);
      isLeft = true;
    };
  }
}
