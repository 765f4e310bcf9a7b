import { scopeKey } from "../engine/port/scope-key.ts";
import type { Scope, WebhookFilter, WebhookRecord } from "../engine/port/task-engine.ts";

/** How many deliveries run at the same time: in all, to the webhooks of one owner, and to one host. */
export interface DeliveryLimits {
  readonly total: number;
  readonly perOwner: number;
  readonly perHost: number;
}

/** The deliveries under way, so that neither one owner's webhooks nor one host can use up all of them. */
export class DeliverySlots {
  readonly #limits: DeliveryLimits;
  readonly #owners = new Map<string, { readonly scope: Scope; count: number }>();
  readonly #hosts = new Map<string, number>();
  #used = 0;

  constructor(limits: DeliveryLimits) {
    this.#limits = limits;
  }

  /** How many deliveries may start, apart from the other limits. */
  get free(): number {
    return this.#limits.total - this.#used;
  }

  /** Leaves out the owners and hosts that are at their limit. */
  filter(): WebhookFilter {
    const { perOwner, perHost } = this.#limits;
    const exceptScopes = [...this.#owners.values()].filter(({ count }) => count >= perOwner).map(({ scope }) => scope);
    const exceptHosts = [...this.#hosts].filter(([, count]) => count >= perHost).map(([host]) => host);
    return { exceptScopes, exceptHosts };
  }

  /** Takes a slot; `undefined` when the owner or the host is at its limit. The returned function gives it back. */
  take({ scope, config }: WebhookRecord): (() => void) | undefined {
    const ownerKey = scopeKey(scope);
    const owner = this.#owners.get(ownerKey) ?? { scope, count: 0 };
    const { host } = new URL(config.url);
    const toHost = this.#hosts.get(host) ?? 0;
    if (owner.count >= this.#limits.perOwner || toHost >= this.#limits.perHost) return undefined;
    owner.count += 1;
    this.#owners.set(ownerKey, owner);
    this.#hosts.set(host, toHost + 1);
    this.#used += 1;
    return () => {
      owner.count -= 1;
      if (owner.count === 0) this.#owners.delete(ownerKey);
      const left = (this.#hosts.get(host) ?? 1) - 1;
      if (left > 0) this.#hosts.set(host, left);
      else this.#hosts.delete(host);
      this.#used -= 1;
    };
  }
}
