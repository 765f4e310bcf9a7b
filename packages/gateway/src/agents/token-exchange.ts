import { fetchClient, type HttpClient, readText } from "@a2a/http";
import { A2AError, isJsonObject, type JsonObject, LocalError } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";

/** The token endpoint, the client, and the audience of the new tokens. */
export interface TokenExchangeOptions {
  /** Where tokens are exchanged: an HTTPS URL, or one of this machine. */
  tokenUrl: string;
  /** The gateway at the authorization server. */
  clientId: string;
  clientSecret: string;
  /** The agent at the authorization server. */
  audience?: string;
  /** The scopes to request, separated by spaces. */
  scope?: string;
  /** Carries out the requests. Default: over `fetch`. */
  http?: HttpClient;
  /** How many tokens are kept for reuse. Default 10,000. */
  maxTokens?: number;
}

/** Exchanges the access token of a caller for one that stands for the same caller at an agent. */
export type TokenExchange = (subjectToken: string) => Promise<string>;

interface Token {
  readonly text: string;
  readonly renewAt: number;
}

// For tokens that do not say how long they live.
const DEFAULT_LIFETIME_S = 300;

/**
 * Token exchange (RFC 8693): the agent is shown a token of its own in return for the caller's, which it never sees. A token is used again
 * until 80 % of its lifetime. Rejects with an `A2AError` `UNAUTHENTICATED` when the server refuses the caller's token, and with a
 * `LocalError` when it cannot be asked. Throws a `TypeError` for a URL that secrets must not be sent to.
 */
export function tokenExchange(options: TokenExchangeOptions): TokenExchange {
  const { http = fetchClient(), maxTokens = 10_000 } = options;
  const { protocol, hostname } = new URL(options.tokenUrl);
  const isLocal = isLoopback(hostname);
  if (protocol !== "https:" && !isLocal) throw new TypeError("tokenUrl: secrets are sent over https: only");
  const tokens = new Map<string, Promise<Token>>();
  return async (subjectToken) => {
    const known = await tokens.get(subjectToken)?.catch(() => undefined);
    if (known && performance.now() < known.renewAt) return known.text;
    const asked = request(options, subjectToken, http);
    tokens.delete(subjectToken);
    tokens.set(subjectToken, asked);
    const [oldest] = tokens.keys();
    if (tokens.size > maxTokens && oldest !== undefined) tokens.delete(oldest);
    return (await asked).text;
  };
}

async function request(options: TokenExchangeOptions, subjectToken: string, http: HttpClient): Promise<Token> {
  const { tokenUrl, clientId, clientSecret, audience, scope } = options;
  const form = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: subjectToken,
    subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    ...(audience !== undefined && { audience }),
    ...(scope !== undefined && { scope }),
  });
  const asked = performance.now();
  const response = await http({
    method: "POST",
    url: tokenUrl,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/x-www-form-urlencoded",
      Authorization: `Basic ${btoa([clientId, clientSecret].map(encodeURIComponent).join(":"))}`,
    },
    body: form.toString(),
    timeoutMs: 10_000,
  });
  const text = await readText(response, { maxBytes: 65_536, timeoutMs: 10_000 });
  const { access_token: token, expires_in: seconds, error } = membersOf(text);
  if (response.status === 200 && typeof token === "string" && /^[\x21-\x7e]+$/.test(token)) {
    const lifetimeMs = 1_000 * (typeof seconds === "number" ? seconds : DEFAULT_LIFETIME_S);
    return { text: token, renewAt: asked + 0.8 * lifetimeMs };
  }
  if (error === "invalid_request" || error === "invalid_grant") {
    throw new A2AError("UNAUTHENTICATED", "This token cannot be exchanged for one of the agent");
  }
  const { origin } = new URL(tokenUrl);
  throw new LocalError("HTTP", `no token from ${origin}: HTTP ${response.status}`, { status: 502 });
}

function membersOf(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
