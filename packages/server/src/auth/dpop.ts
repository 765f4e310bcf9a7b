import type { ServerRequest } from "@a2a/bridge";
import { A2AError } from "@a2a/types";
import { base64url, calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import { digestOf } from "./digest.ts";

/** How proofs of possession are checked (RFC 9449). */
export interface DpopOptions {
  /** The URL at which callers reach the agent, such as `https://desk.example`. Proofs for other servers are refused. */
  url: string;
  /** Whether tokens must be bound to a key. Default false: other tokens are accepted as bearer tokens. */
  required?: boolean;
  /** How old a proof may be, in seconds. Default 60. */
  maxAgeSeconds?: number;
  /**
   * How many proofs are remembered, so that none is used twice. Default 100,000. While that many are recent, further calls are refused as
   * unavailable. Each process remembers its own.
   */
  maxProofs?: number;
  /** The algorithms of proofs. Default ES256, ES384, EdDSA, RS256, PS256. */
  algorithms?: readonly string[];
}

const ALGORITHMS = ["ES256", "ES384", "EdDSA", "RS256", "PS256"];

/** Checks that callers hold the keys that their tokens are bound to. */
export class Dpop {
  readonly isRequired: boolean;
  readonly challenge: string;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #maxAgeSeconds: number;
  readonly #algorithms: string[];
  readonly #seen: SeenProofs;

  constructor(options: DpopOptions) {
    const { url, required = false, maxAgeSeconds = 60, maxProofs = 100_000, algorithms = ALGORITHMS } = options;
    if (!URL.canParse(url)) throw new TypeError("dpop: url must be the absolute URL of the agent");
    const { origin, pathname } = new URL(url);
    this.#origin = origin;
    this.#basePath = pathname.replace(/\/$/, "");
    this.isRequired = required;
    this.#maxAgeSeconds = maxAgeSeconds;
    this.#algorithms = [...algorithms];
    this.#seen = new SeenProofs(maxProofs);
    this.challenge = `DPoP realm="a2a", algs="${this.#algorithms.join(" ")}"`;
  }

  /**
   * Whether a request proves possession of the key with a thumbprint (`jkt`), which its token is bound to. Throws an `A2AError` `UNAVAILABLE` when
   * no further proof can be remembered.
   */
  async isProven(request: ServerRequest, token: string, thumbprint: string): Promise<boolean> {
    const proof = request.headers.dpop;
    if (proof === undefined) return false;
    try {
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
        typ: "dpop+jwt",
        algorithms: this.#algorithms,
        requiredClaims: ["jti", "htm", "htu", "iat", "ath"],
        maxTokenAge: this.#maxAgeSeconds,
        clockTolerance: 5,
      });
      const { jwk } = protectedHeader;
      if (jwk === undefined || (await calculateJwkThumbprint(jwk)) !== thumbprint) return false;
      if (payload.htm !== request.method || !this.#isFor(request, payload.htu)) return false;
      if (payload.ath !== base64url.encode(bytesOf(await digestOf(token)))) return false;
      const { jti } = payload;
      if (typeof jti !== "string" || jti === "" || jti.length > 256) return false;
      // Remembered last, so that only callers with a token can fill the memory.
      return this.#seen.add(`${thumbprint} ${jti}`, 1_000 * (this.#maxAgeSeconds + 10));
    } catch (error) {
      if (error instanceof A2AError) throw error;
      return false;
    }
  }

  /** Whether a proof was made for the URL of a request, whose query does not count. */
  #isFor({ path, mountPath = "" }: ServerRequest, htu: unknown): boolean {
    if (typeof htu !== "string" || !URL.canParse(htu)) return false;
    const { origin, pathname } = new URL(htu);
    return origin === this.#origin && [path, mountPath + path, this.#basePath + path].includes(pathname);
  }
}

/** Proofs that were used, for as long as they would be accepted. */
class SeenProofs {
  /** When each proof may be forgotten; the oldest first, because all are kept for the same time. */
  readonly #until = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether a proof is new. */
  add(proof: string, keepMs: number): boolean {
    const now = performance.now();
    for (const [old, until] of this.#until) {
      if (until > now) break;
      this.#until.delete(old);
    }
    if (this.#until.has(proof)) return false;
    if (this.#until.size >= this.#max) {
      throw new A2AError("UNAVAILABLE", "Too many proofs of possession: try again shortly", { retryAfterMs: 5_000 });
    }
    this.#until.set(proof, now + keepMs);
    return true;
  }
}

function bytesOf(digest: string): Uint8Array {
  return Uint8Array.from(digest, (unit) => unit.charCodeAt(0));
}
