import { fetchClient, type HttpClient, readText } from "@a2a/http";
import { A2AError, isJsonObject, type JsonObject, type Principal } from "@a2a/types";
import { isLoopback, LruMap } from "@a2a/types/internal";
import type { Authenticator } from "./authenticator.ts";
import { mayUse, presentedToken } from "./bound-token.ts";
import { checkAuthOptions } from "./check-auth-options.ts";
import { type Audience, audiencesOf, principalOf, tenantOf } from "./claims.ts";
import { declarationOf } from "./declaration.ts";
import { digestOf } from "./digest.ts";
import { Dpop, type DpopOptions } from "./dpop.ts";

/** The authorization server that knows the tokens. */
export interface IntrospectionOptions {
  /** The introspection endpoint: an HTTPS URL, or one of this machine. */
  url: string;
  /** The credentials of this agent at the authorization server. */
  clientId: string;
  clientSecret: string;
  /** The expected audience: this agent, or one audience for each tenant. Default: any, as the authorization server decides. */
  audience?: Audience;
  /** The expected issuer. Default: any. */
  issuer?: string;
  /** How long an answer is used again, in milliseconds, unless the token expires before. A revoked token is accepted for that long. Default 30,000. */
  cacheMs?: number;
  /** How many tokens are remembered. Default 10,000. */
  maxTokens?: number;
  /** How many tokens are checked at the same time; further calls are refused as unavailable. Default 64. */
  maxConcurrent?: number;
  /** How long the authorization server may take, in milliseconds. Default 5,000. */
  timeoutMs?: number;
  /** Carries out the requests. Default: over `fetch`. */
  http?: HttpClient;
  /**
   * Makes a principal of the answer. Default: `sub`, or `client:` and `client_id` for a token without a user; `scope`, `tenant`, `act.sub`.
   */
  toPrincipal?: (claims: JsonObject) => Principal | undefined;
  /** Accepts tokens that are bound to a key of the caller (DPoP). Without this option, such tokens are refused. */
  dpop?: DpopOptions;
}

/** The claims of a token; `undefined` for a token that is not active. */
interface Answer {
  readonly claims: JsonObject | undefined;
  readonly until: number;
}

/**
 * Callers prove themselves by an opaque token, which the authorization server is asked about (RFC 7662). Calls are refused with `UNAVAILABLE` when it does
 * not answer. Concurrent calls with the same token share one request.
 */
export function introspection(options: IntrospectionOptions): Authenticator {
  checkAuthOptions("introspection", options, OPTIONS);
  const { audience, toPrincipal = callerOf } = options;
  const dpop = options.dpop && new Dpop(options.dpop);
  const ask = createIntrospector(options);
  return {
    ...declarationOf(dpop, "opaque"),
    async authenticate(request) {
      const token = presentedToken(request, dpop);
      if (token === undefined) return undefined;
      const claims = await ask(token.text);
      if (claims === undefined || !isExpected(claims, options)) return { refused: "invalid" };
      const tenant = audience === undefined ? {} : tenantOf(claims, audience);
      if (tenant === undefined || !(await mayUse(token, claims, request, dpop))) return { refused: "invalid" };
      const principal = toPrincipal(claims);
      if (principal === undefined) return { refused: "invalid" };
      const source = typeof claims.iss === "string" ? claims.iss : new URL(options.url).origin;
      return { source, ...principal, ...tenant };
    },
  };
}

const OPTIONS: Readonly<Record<keyof IntrospectionOptions, true>> = {
  url: true,
  clientId: true,
  clientSecret: true,
  audience: true,
  issuer: true,
  cacheMs: true,
  maxTokens: true,
  maxConcurrent: true,
  timeoutMs: true,
  http: true,
  toPrincipal: true,
  dpop: true,
};

function callerOf(claims: JsonObject): Principal | undefined {
  const { sub, client_id: clientId } = claims;
  if (sub !== undefined || typeof clientId !== "string") return principalOf(claims);
  // Clients and users have names of their own.
  return principalOf({ ...claims, sub: `client:${clientId}` });
}

/** Whether the claims are for this agent and for now. The authorization server may leave that to us. */
function isExpected(claims: JsonObject, { audience, issuer }: IntrospectionOptions): boolean {
  const { exp, nbf, iss, aud } = claims;
  const now = Date.now() / 1_000;
  if (typeof exp === "number" && exp <= now) return false;
  if (typeof nbf === "number" && nbf > now + 5) return false;
  if (issuer !== undefined && iss !== issuer) return false;
  return audience === undefined || audiencesOf(audience).some((entry) => [aud].flat().includes(entry));
}

/** Asks about tokens, and remembers the answers. */
function createIntrospector(options: IntrospectionOptions): (token: string) => Promise<JsonObject | undefined> {
  const { cacheMs = 30_000, maxTokens = 10_000, maxConcurrent = 64 } = options;
  const { protocol, hostname } = new URL(options.url);
  if (protocol !== "https:" && !isLoopback(hostname)) {
    throw new TypeError("introspection: url must be an HTTPS URL: tokens and secrets are sent there");
  }
  const known = new LruMap<Answer>(maxTokens);
  // Apart, so that made-up tokens do not displace those of callers.
  const unknown = new LruMap<Answer>(Math.min(maxTokens, 1_000));
  const asking = new Map<string, Promise<Answer>>();
  return async (token) => {
    const key = await digestOf(token);
    const answer = known.get(key) ?? unknown.get(key);
    if (answer && performance.now() < answer.until) return answer.claims;
    let asked = asking.get(key);
    if (asked === undefined) {
      if (asking.size >= maxConcurrent) throw unavailable(undefined);
      asked = request(options, token).then((claims) => {
        const fresh = { claims, until: performance.now() + cacheMs };
        (claims ? known : unknown).set(key, fresh);
        return fresh;
      });
      asking.set(key, asked);
      asked.catch(() => undefined).finally(() => asking.delete(key));
    }
    return (await asked).claims;
  };
}

async function request(options: IntrospectionOptions, token: string): Promise<JsonObject | undefined> {
  const { url, clientId, clientSecret, timeoutMs = 5_000, http = fetchClient() } = options;
  try {
    const response = await http({
      method: "POST",
      url,
      headers: {
        Accept: "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
        Authorization: `Basic ${btoa([clientId, clientSecret].map(encodeURIComponent).join(":"))}`,
      },
      body: new URLSearchParams({ token, token_type_hint: "access_token" }).toString(),
      timeoutMs,
    });
    const text = await readText(response, { maxBytes: 65_536, timeoutMs });
    const answer: unknown = response.status === 200 ? JSON.parse(text) : undefined;
    if (isJsonObject(answer) && typeof answer.active === "boolean") return answer.active ? answer : undefined;
    throw new Error(`${new URL(url).origin} answered HTTP ${response.status} without the member "active"`);
  } catch (cause) {
    throw unavailable(cause);
  }
}

function unavailable(cause: unknown): A2AError {
  return new A2AError("UNAVAILABLE", "The token cannot be checked now: try again shortly", {
    retryAfterMs: 5_000,
    ...(cause !== undefined && { cause }),
  });
}
