import { type HttpClient, readText } from "@a2a/http";
import { isJsonObject, type JsonObject } from "@a2a/types";
import type { JWK } from "jose";
import { algorithmOf, type CardAlgorithm, isWeak } from "./algorithms.ts";
import { Distrust, type SignatureProblem } from "./problems.ts";

/** A key that may sign cards. */
export interface TrustedKey {
  /** The public key. Signatures refer to it by its `kid`. */
  readonly jwk: JWK;
  /** The origins whose cards it may sign, such as `https://agent.example`. Default: any. */
  readonly origins?: readonly string[];
  /** The start of its validity, as an RFC 3339 time. */
  readonly notBefore?: string;
  /** The end of its validity, as an RFC 3339 time. */
  readonly expiresAt?: string;
  readonly revoked?: boolean;
}

/** Key sets that signatures may refer to by `jku`. */
export interface KeySets {
  /** The URLs that may be fetched: exact ones, or whole origins such as `https://keys.example`. HTTPS only. */
  readonly allow: readonly string[];
  /** Carries out the requests, and decides which addresses may be called. */
  readonly http: HttpClient;
  /** The time limit for fetching a key set. Default 10,000. */
  readonly timeoutMs?: number;
  /** How long a key set is cached. Default 600,000. */
  readonly maxAgeMs?: number;
}

/** The sources of keys. */
export interface KeySources {
  readonly keys?: readonly TrustedKey[];
  /** Default: none, so that no signature can trigger a request. */
  readonly keySets?: KeySets;
  /** The time in milliseconds since 1970. */
  readonly now?: () => number;
}

/** The claims of a signature about its key. */
export interface KeyHint {
  readonly kid: string;
  readonly jku: unknown;
  readonly algorithm: CardAlgorithm;
  /** Where the card was found. */
  readonly cardUrl: string | undefined;
}

/** Finds the candidate keys of a signature, or throws a `Distrust`. */
export type KeyFinder = (hint: KeyHint) => Promise<JWK[]>;

/** A finder that looks in a trust store and then, for unknown keys, in the allowed key sets. */
export function keyFinder({ keys = [], keySets, now = Date.now }: KeySources): KeyFinder {
  const fetched = new Map<string, { keys: TrustedKey[]; until: number }>();
  return async (hint) => {
    let found = keys.filter(({ jwk }) => jwk.kid === hint.kid);
    if (found.length === 0 && hint.jku !== undefined) {
      found = (await keysAt(hint.jku)).filter(({ jwk }) => jwk.kid === hint.kid);
    }
    if (found.length === 0) throw new Distrust("UNKNOWN_KEY");
    const problems = found.map((key) => problemOf(key, hint, now()));
    const usable = found.filter((_, index) => problems[index] === undefined);
    if (usable.length === 0) throw new Distrust(problems[0] ?? "UNKNOWN_KEY");
    return usable.map(({ jwk }) => jwk);
  };

  async function keysAt(jku: unknown): Promise<TrustedKey[]> {
    const url = typeof jku === "string" && URL.canParse(jku) ? new URL(jku) : undefined;
    if (!keySets || url?.protocol !== "https:" || !isAllowed(url, keySets.allow)) throw new Distrust("JKU_NOT_ALLOWED");
    const kept = fetched.get(url.href);
    if (kept && kept.until > now()) return kept.keys;
    const fresh = await fetchKeySet(url.href, keySets);
    fetched.set(url.href, { keys: fresh, until: now() + (keySets.maxAgeMs ?? 600_000) });
    return fresh;
  }
}

function isAllowed(url: URL, allow: readonly string[]): boolean {
  return allow.some((entry) => {
    const allowed = URL.canParse(entry) ? new URL(entry) : undefined;
    return allowed?.href === url.href || (allowed?.pathname === "/" && allowed.origin === url.origin);
  });
}

async function fetchKeySet(url: string, { http, timeoutMs = 10_000 }: KeySets): Promise<TrustedKey[]> {
  try {
    const response = await http({ method: "GET", url, headers: { Accept: "application/json" }, timeoutMs });
    const text = await readText(response, { maxBytes: 64 * 1024, timeoutMs });
    const set: unknown = response.status === 200 ? JSON.parse(text) : undefined;
    if (!isJsonObject(set) || !Array.isArray(set.keys)) throw new Error(`HTTP ${response.status} and no key set`);
    return set.keys.filter(isJsonObject).map(toTrustedKey);
  } catch (cause) {
    throw new Distrust("JKU_UNREACHABLE", cause);
  }
}

/** Some key sets have the validity of their keys, in seconds since 1970. */
function toTrustedKey(jwk: JsonObject): TrustedKey {
  const { nbf, exp, revoked } = jwk;
  return {
    jwk: jwk as JWK, // checked by `problemOf` and by the import of the key
    ...(typeof nbf === "number" && { notBefore: new Date(nbf * 1000).toISOString() }),
    ...(typeof exp === "number" && { expiresAt: new Date(exp * 1000).toISOString() }),
    revoked: revoked !== undefined && revoked !== false,
  };
}

function problemOf(key: TrustedKey, { algorithm, cardUrl }: KeyHint, now: number): SignatureProblem | undefined {
  const { jwk, origins } = key;
  if (key.revoked) return "KEY_REVOKED";
  // A time that cannot be parsed counts as expired.
  if (key.expiresAt !== undefined && !(Date.parse(key.expiresAt) > now)) return "KEY_EXPIRED";
  if (key.notBefore !== undefined && !(Date.parse(key.notBefore) <= now)) return "KEY_NOT_YET_VALID";
  const origin = cardUrl !== undefined && URL.canParse(cardUrl) ? new URL(cardUrl).origin : undefined;
  if (origins && (origin === undefined || !origins.includes(origin))) return "WRONG_ORIGIN";
  const forSigning = (jwk.use ?? "sig") === "sig" && (jwk.key_ops?.includes("verify") ?? true);
  if (algorithmOf(jwk) !== algorithm || (jwk.alg ?? algorithm) !== algorithm || !forSigning) return "KEY_MISMATCH";
  return isWeak(jwk) ? "KEY_TOO_WEAK" : undefined;
}
