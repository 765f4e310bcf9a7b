import { excerpt } from "@a2a/bridge";
import { fetchClient, type HttpClient, readText } from "@a2a/http";
import { A2AError, isJsonObject, type JsonObject, LocalError } from "@a2a/types";
import { isLoopback, LruMap } from "@a2a/types/internal";
import { reveal, type SecretText } from "./secret-text.ts";

/** The token endpoint, the client, and the audience of the new tokens. */
export interface TokenExchangeOptions {
  /** Where tokens are exchanged: an HTTPS URL, or one of this machine. */
  tokenUrl: string;
  /** Who asks for tokens, as the authorization server knows it: the gateway, or the agent that calls another. It becomes the actor (`act`). */
  clientId: string;
  clientSecret: SecretText;
  /** The agent to be called, as the authorization server knows it. The new token is valid there only. */
  audience?: string;
  /** The scopes to request, separated by spaces. A server that grants others is not trusted. */
  scope?: string;
  /** Carries out the requests. Default: over `fetch`. */
  http?: HttpClient;
  /** How many tokens are kept for reuse. Default 10,000. */
  maxTokens?: number;
}

/** The purpose of an exchange. */
export interface ExchangeUse {
  /** The scopes to request where the options name none, separated by spaces. */
  readonly scope?: string;
  /** A token that the agent rejected: it is not used again. */
  readonly refused?: string;
}

/** Exchanges the access token of a caller for one that stands for the same caller at an agent. */
export type TokenExchange = (subjectToken: string, use?: ExchangeUse) => Promise<string>;

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
  const tokens = new LruMap<Promise<Token>>(maxTokens);
  return async (subjectToken, { scope = "", refused } = {}) => {
    const scopes = options.scope ?? scope;
    const key = `${scopes}\n${subjectToken}`;
    const known = await tokens.get(key)?.catch(() => undefined);
    if (known && known.text !== refused && performance.now() < known.renewAt) return known.text;
    const asked = request(options, { subjectToken, scopes, http });
    tokens.set(key, asked);
    return (await asked).text;
  };
}

async function request(
  options: TokenExchangeOptions,
  { subjectToken, scopes, http }: { subjectToken: string; scopes: string; http: HttpClient },
): Promise<Token> {
  const { tokenUrl, clientId, audience } = options;
  const clientSecret = reveal(options.clientSecret, "client secret");
  const form = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: subjectToken,
    subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    ...(audience !== undefined && { audience }),
    ...(scopes !== "" && { scope: scopes }),
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
  const { access_token: token, expires_in: seconds, scope: granted, error } = membersOf(text);
  const { origin } = new URL(tokenUrl);
  const further = scopes === "" ? undefined : listed(granted).find((entry) => !listed(scopes).includes(entry));
  if (further !== undefined) {
    const message = `${origin} granted the scope ${excerpt(further)}, which was not requested: the token is not used`;
    throw new LocalError("HTTP", message, { status: 502 });
  }
  if (response.status === 200 && typeof token === "string" && /^[\x21-\x7e]+$/.test(token)) {
    const lifetimeMs = 1_000 * (typeof seconds === "number" ? seconds : DEFAULT_LIFETIME_S);
    return { text: token, renewAt: asked + 0.8 * lifetimeMs };
  }
  if (error === "invalid_request" || error === "invalid_grant") {
    throw new A2AError("UNAUTHENTICATED", "This token cannot be exchanged for one of the agent");
  }
  const reason = typeof error === "string" ? ` ${excerpt(error)}` : "";
  throw new LocalError("HTTP", `no token from ${origin}: HTTP ${response.status}${reason}`, { status: 502 });
}

function listed(scopes: unknown): string[] {
  return typeof scopes === "string" ? scopes.split(" ").filter((scope) => scope !== "") : [];
}

function membersOf(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
