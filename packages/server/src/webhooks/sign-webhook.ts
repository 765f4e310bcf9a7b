import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import type { WebhookSigner } from "./post-delivery.ts";

/** Whose signature webhooks carry. */
export interface WebhookSignerOptions {
  /** The issuer: the URL of the agent. */
  issuer: string;
  /** A private key as a JWK with its `alg`. Default: a fresh ES256 key, which lasts as long as the process. */
  key?: JWK;
  /** Earlier public keys that are still served, for receivers that have them in mind. */
  previous?: readonly JWK[];
}

/**
 * Signs webhooks: a compact JWS over the hash of the body, valid for five minutes, whose `jti` is the task and the number of the
 * event, so that a receiver can tell a repeated delivery from a new one.
 */
export async function createWebhookSigner({
  issuer,
  key,
  previous = [],
}: WebhookSignerOptions): Promise<WebhookSigner> {
  const secret = key ?? (await freshKey());
  const alg = secret.alg ?? "ES256";
  const privateKey = await importJWK(secret, alg);
  const { d: _, p: __, q: ___, dp: ____, dq: _____, qi: ______, k: _______, ...open } = secret;
  const kid = secret.kid ?? (await calculateJwkThumbprint(open));
  const jwks = { keys: [{ ...open, kid, alg, use: "sig" }, ...previous] };
  return {
    jwks,
    async sign({ url, taskId, seq, body }) {
      const claims = { taskId, seq, request_body_sha256: await sha256Hex(body) };
      return new SignJWT(claims)
        .setProtectedHeader({ alg, kid, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(new URL(url).origin)
        .setJti(`${taskId}/${seq}`)
        .setIssuedAt()
        .setExpirationTime("5m")
        .sign(privateKey);
    },
  };
}

async function freshKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "ES256" };
}

async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
