import type { Principal } from "@a2a/types";

/** The key of a caller's share of a budget; `undefined` if all callers share it. */
export type QuotaOwner = (caller: Principal) => string | undefined;

/** A quantity that many share: so much in all, and so much for each of them. */
export class Budget {
  readonly total: number;
  readonly share: number;
  readonly #used = new Map<string, number>();
  #sum = 0;

  constructor(total: number, share: number) {
    this.total = total;
    this.share = Math.min(share, total);
  }

  /** How much is in use. */
  get used(): number {
    return this.#sum;
  }

  /** Takes an amount for an owner, unless that exceeds the total or the owner's share; an owner of `undefined` has no share to keep to. */
  take(owner: string | undefined, amount: number): boolean {
    const own = owner === undefined ? 0 : (this.#used.get(owner) ?? 0);
    if (this.#sum + amount > this.total || own + amount > this.share) return false;
    this.#sum += amount;
    if (owner !== undefined) this.#used.set(owner, own + amount);
    return true;
  }

  /** Gives an amount back. */
  give(owner: string | undefined, amount: number): void {
    this.#sum -= amount;
    if (owner === undefined) return;
    const left = (this.#used.get(owner) ?? 0) - amount;
    if (left > 0) this.#used.set(owner, left);
    else this.#used.delete(owner);
  }
}
