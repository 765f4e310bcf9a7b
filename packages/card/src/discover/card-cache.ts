import { compareVersions, LocalError, normalizeVersion } from "@a2a/types";
import { orAborted } from "@a2a/types/internal";
import { fetchAgentCard } from "./fetch-agent-card.ts";
import type { FetchCardOptions, FetchedCard } from "./fetch-card.ts";

/**
 * Checks the signatures of a card. Resolves with the members covered by a valid signature, or with `undefined` when no signature is by a
 * known key; rejects when one is and is invalid. `cardVerifier` of `@a2a/card/signing` makes one.
 */
export type CardVerifier = (fetched: FetchedCard) => Promise<Pick<FetchedCard, "card"> | undefined>;

/** Properties of an endpoint's card that must not be weakened later. */
export interface CardPin {
  /** Whether the card was signed. After a signed card, cards without a signature are rejected. */
  readonly signed: boolean;
  /** The newest protocol version the card offered. */
  readonly newest: string;
}

/** How cards are fetched, kept and trusted. */
export interface CardCacheOptions extends Omit<FetchCardOptions, "known" | "signal"> {
  /** How long a card is used without asking again, if the server does not say. Default 300,000. */
  defaultMaxAgeMs?: number;
  /** How many cards are kept. Default 1,000. */
  maxEntries?: number;
  /** Checks signatures. */
  verify?: CardVerifier;
  /**
   * Whether a card has to be signed by a known key (`require`), or is checked when it is (`prefer`, the default). Either way a card
   * that was signed once has to stay signed.
   */
  signatures?: "require" | "prefer";
  /** Take a card that offers nothing as new as it once did. Default false. */
  allowDowngrade?: boolean;
  /** A store for pins, by the URL of the endpoint: a `Map`, or one that outlives the process. */
  pins?: Pick<Map<string, CardPin>, "get" | "set">;
  /** The time in milliseconds, on a monotonic clock. */
  now?: () => number;
}

/**
 * Cards by endpoint: fetched once, used while fresh, then asked for again with a conditional request. A failure drops the card, but
 * not what was pinned: an attacker who can make a request fail must not be able to make a signature optional.
 */
export class CardCache {
  readonly #options: CardCacheOptions;
  readonly #entries = new Map<string, { fetched: FetchedCard; freshUntil: number }>();
  readonly #pending = new Map<string, Promise<FetchedCard>>();
  readonly #pins: NonNullable<CardCacheOptions["pins"]>;
  readonly #now: () => number;

  constructor(options: CardCacheOptions) {
    if (options.signatures === "require" && !options.verify) {
      throw new LocalError("CONFIG", "signatures are required, but nothing was given to verify them: pass `verify`");
    }
    this.#options = options;
    this.#pins = options.pins ?? new Map();
    this.#now = options.now ?? (() => performance.now());
  }

  /** The card of an endpoint. Concurrent callers share one request, which continues if one of them gives up. */
  async get(endpoint: string | URL, { signal }: { signal?: AbortSignal } = {}): Promise<FetchedCard> {
    signal?.throwIfAborted();
    const key = keyOf(endpoint);
    const entry = this.#entries.get(key);
    if (entry && entry.freshUntil > this.#now()) return entry.fetched;
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      pending = this.#load(key, entry?.fetched).finally(() => this.#pending.delete(key));
      this.#pending.set(key, pending);
    }
    return orAborted(pending, signal);
  }

  /** Removes the card of an endpoint, for example after a failed call. Pinned keys stay. */
  drop(endpoint: string | URL): void {
    this.#entries.delete(keyOf(endpoint));
  }

  async #load(key: string, known: FetchedCard | undefined): Promise<FetchedCard> {
    try {
      // A card that has not changed is checked again all the same: its key may have expired since.
      const fetched = await this.#trust(key, await fetchAgentCard(key, { ...this.#options, ...(known && { known }) }));
      this.#keep(key, fetched);
      return fetched;
    } catch (error) {
      this.drop(key);
      throw error;
    }
  }

  async #trust(key: string, found: FetchedCard): Promise<FetchedCard> {
    const { verify, signatures = "prefer", allowDowngrade = false } = this.#options;
    const pin = this.#pins.get(key);
    const covered = await verify?.(found);
    if (!covered && (signatures === "require" || pin?.signed)) {
      const before = pin?.signed ? ", although it was signed before" : "";
      throw new LocalError("SIGNATURE", `Agent card at ${found.url} is not signed by a known key${before}`);
    }
    const fetched = covered ? { ...found, card: covered.card } : found;
    const newest = newestOf(fetched);
    if (pin && !allowDowngrade && compareVersions(newest, pin.newest) < 0) {
      throw new LocalError(
        "PROTOCOL",
        `Agent card at ${found.url} offers nothing newer than ${newest}, although it offered ${pin.newest} before`,
      );
    }
    this.#pins.set(key, { signed: covered !== undefined || pin?.signed === true, newest });
    return fetched;
  }

  #keep(key: string, fetched: FetchedCard): void {
    const { defaultMaxAgeMs = 300_000, maxEntries = 1_000 } = this.#options;
    this.#entries.delete(key);
    this.#entries.set(key, { fetched, freshUntil: this.#now() + (fetched.maxAgeMs ?? defaultMaxAgeMs) });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** One key for all spellings of an address, or a pin could be evaded by a slash. */
function keyOf(endpoint: string | URL): string {
  return URL.canParse(String(endpoint)) ? new URL(endpoint).href : String(endpoint);
}

function newestOf({ card }: FetchedCard): string {
  const offered = card.supportedInterfaces.map(({ protocolVersion }) => normalizeVersion(protocolVersion) ?? NONE);
  return offered.sort(compareVersions).at(-1) ?? NONE;
}

/** Older than every version. */
const NONE = "0";
