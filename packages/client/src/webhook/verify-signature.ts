import { type HttpClient, readText } from "@a2a/http";
import { isJsonObject, LocalError } from "@a2a/types";
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";

/** The keys and the issuer whose signatures are accepted. */
export interface SignatureOptions {
  /** The public keys of the agent. */
  jwks?: { readonly keys: readonly object[] };
  /** The URL of the keys, such as `https://agent.example/.well-known/jwks.json`. They are fetched on demand and cached for ten minutes. */
  jwksUrl?: string;
  /** The required issuer: the URL of the agent. */
  issuer?: string;
}

/** The claims of a valid signature. */
export interface Signed {
  /** The id of the delivery: the task id and the number of the event. */
  readonly id: string;
  readonly taskId: string;
  readonly seq: number;
}

/** A delivery to verify. */
export interface Delivery {
  readonly signature: string;
  readonly body: Uint8Array;
  /** The origin of the webhook, which must be the audience of the signature. */
  readonly audience: string;
  readonly now: Date;
}

/** Verifies a signature. Rejects with a `LocalError` `SIGNATURE` if it is invalid. */
export type SignatureVerifier = (delivery: Delivery) => Promise<Signed>;

// Symmetric algorithms and `none` do not prove who signed.
const ALGORITHMS = ["ES256", "ES384", "EdDSA", "RS256"];
const CACHE_MS = 600_000;
const COOLDOWN_MS = 30_000;

/** A verifier of signed deliveries: a JWS over the hash of the body, at most five minutes old. */
export function signatureVerifier(options: SignatureOptions, http: HttpClient): SignatureVerifier {
  const keys = keySource(options, http);
  return async ({ signature, body, audience, now }) => {
    const verify = async (jwks: JSONWebKeySet) =>
      jwtVerify(signature, createLocalJWKSet(jwks), {
        algorithms: ALGORITHMS,
        audience,
        maxTokenAge: "5 minutes",
        clockTolerance: "30 seconds",
        currentDate: now,
        ...(options.issuer !== undefined && { issuer: options.issuer }),
      });
    try {
      const { payload } = await verify(await keys(false)).catch(async (error: unknown) => {
        // The agent may have rotated its keys.
        if (!(error instanceof errors.JWKSNoMatchingKey) || options.jwksUrl === undefined) throw error;
        return verify(await keys(true));
      });
      const { jti, taskId, seq, request_body_sha256: hash } = payload;
      if (typeof taskId !== "string" || typeof seq !== "number" || jti !== `${taskId}/${seq}`) {
        throw new Error("the claims do not identify the delivery");
      }
      if (hash !== (await sha256Hex(body))) throw new Error("the body hash does not match");
      return { id: jti, taskId, seq };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : "unknown reason";
      throw new LocalError("SIGNATURE", `invalid signature: ${reason}`, { cause });
    }
  };
}

/** The keys given, or those at the URL, cached. They are fetched again when they expire or lack a key, with a cooldown. */
function keySource({ jwks, jwksUrl }: SignatureOptions, http: HttpClient): (again: boolean) => Promise<JSONWebKeySet> {
  let cached: { keys: Promise<JSONWebKeySet>; at: number } | undefined;
  return (again) => {
    if (jwks) return Promise.resolve(jwks as JSONWebKeySet); // `createLocalJWKSet` checks it
    if (jwksUrl === undefined)
      throw new LocalError("CONFIG", "signatures cannot be verified: pass `jwks` or `jwksUrl`");
    const age = cached ? performance.now() - cached.at : Number.POSITIVE_INFINITY;
    if (cached && age < (again ? COOLDOWN_MS : CACHE_MS)) return cached.keys;
    const keys = fetchKeys(jwksUrl, http);
    cached = { keys, at: performance.now() };
    keys.catch(() => {
      cached = undefined;
    });
    return keys;
  };
}

async function fetchKeys(url: string, http: HttpClient): Promise<JSONWebKeySet> {
  const response = await http({ method: "GET", url, headers: { Accept: "application/json" }, timeoutMs: 10_000 });
  const text = await readText(response, { maxBytes: 64 * 1024, timeoutMs: 10_000 });
  const set: unknown = response.status === 200 ? JSON.parse(text) : undefined;
  if (isJsonObject(set) && Array.isArray(set.keys)) return set as unknown as JSONWebKeySet; // checked when it is used
  throw new LocalError("HTTP", `${url} answered with HTTP ${response.status} and no key set`, {
    status: response.status,
  });
}

async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>); // the bytes of a request are not shared
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
