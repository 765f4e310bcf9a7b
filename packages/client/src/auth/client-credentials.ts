import { excerpt } from "@a2a/bridge";
import { type HttpClient, type HttpRequest, readText } from "@a2a/http";
import { LocalError, type SecurityScheme } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";
import * as oauth from "oauth4webapi";
import type { Credential, SchemeUse } from "./credential.ts";
import { takesTokens } from "./http-credentials.ts";
import { reveal, type SecretText } from "./secret-text.ts";

/** The client and the token endpoint. */
export interface ClientCredentialsOptions {
  clientId: string;
  clientSecret: SecretText;
  /** The token endpoint. Default: the one in the card, if it is at the agent's own origin. */
  tokenUrl?: string;
  /** The scopes to request, separated by spaces. Default: those that the card requires. */
  scope?: string;
  /** How the client authenticates there: in the `Authorization` header (the default) or in the form. */
  clientAuth?: "basic" | "post";
  /** The time in milliseconds, on a monotonic clock. */
  now?: () => number;
}

interface Token {
  readonly text: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

// For tokens that do not say how long they live.
const DEFAULT_LIFETIME_MS = 300_000;

/**
 * Tokens of OAuth 2.0 client credentials: one is fetched when it is first needed, again at 80 % of its lifetime, and once more when the
 * agent does not accept it. Callers at the same time share one request.
 */
export function clientCredentials(options: ClientCredentialsOptions): Credential {
  const { now = () => performance.now() } = options;
  let token: Token | undefined;
  let fetching: Promise<Token> | undefined;

  function refresh(use: SchemeUse): Promise<Token> {
    fetching ??= fetchToken(options, use, now)
      .then((fresh) => (token = fresh))
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  }

  async function current(use: SchemeUse): Promise<Token> {
    if (token && now() < token.renewAt) return token;
    try {
      return await refresh(use);
    } catch (error) {
      // A token that is still good bridges a server that is not there right now.
      if (token && now() < token.expiresAt) return token;
      throw error;
    }
  }

  return {
    name: "OAuth 2.0 client credentials",
    fits: (scheme) => (options.tokenUrl === undefined ? flowOf(scheme) !== undefined : takesTokens(scheme)),
    async prove(use) {
      return { headers: { Authorization: `Bearer ${(await current(use)).text}` } };
    },
    async renew(refused, use) {
      // Another call may have renewed it meanwhile.
      if (token && refused.headers?.Authorization !== `Bearer ${token.text}`) return true;
      await refresh(use);
      return true;
    },
  };
}

async function fetchToken(options: ClientCredentialsOptions, use: SchemeUse, now: () => number): Promise<Token> {
  const tokenUrl = tokenUrlOf(options, use);
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client = { client_id: options.clientId };
  const secret = reveal(options.clientSecret, "client secret");
  const clientAuth = options.clientAuth === "post" ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
  const scope = options.scope ?? use.scopes.join(" ");
  const asked = now();
  try {
    const response = await oauth.clientCredentialsGrantRequest(server, client, clientAuth, scope ? { scope } : {}, {
      [oauth.customFetch]: overExchange(use.http),
      [oauth.allowInsecureRequests]: tokenUrl.startsWith("http:"),
    });
    const granted = await oauth.processClientCredentialsResponse(server, client, response);
    const lifetimeMs = granted.expires_in === undefined ? DEFAULT_LIFETIME_MS : granted.expires_in * 1000;
    return { text: granted.access_token, renewAt: asked + lifetimeMs * 0.8, expiresAt: asked + lifetimeMs };
  } catch (cause) {
    if (cause instanceof LocalError) throw cause;
    const reason = cause instanceof Error ? cause.message : "unknown reason";
    throw new LocalError("HTTP", `no token from ${server.issuer}: ${excerpt(reason)}`, { cause });
  }
}

/** Where the secret goes: where its owner said, or to the agent itself. No card may send it anywhere else. */
function tokenUrlOf({ tokenUrl }: ClientCredentialsOptions, { scheme, origin }: SchemeUse): string {
  const named = tokenUrl ?? flowOf(scheme)?.tokenUrl ?? "";
  if (!URL.canParse(named)) throw new LocalError("CONFIG", "no token URL: pass `tokenUrl`");
  const url = new URL(named);
  if (tokenUrl === undefined && url.origin !== origin) {
    throw new LocalError(
      "CONFIG",
      `the card names ${url.origin} for tokens, which is not the agent's own origin: pass \`tokenUrl\` to send the secret there`,
    );
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return url.href;
  throw new LocalError("CONFIG", `secrets are sent over https: only, and ${url.origin} is not https:`);
}

function flowOf(scheme: SecurityScheme): { tokenUrl: string } | undefined {
  if (!("oauth2SecurityScheme" in scheme)) return undefined;
  const { flows } = scheme.oauth2SecurityScheme;
  return "clientCredentials" in flows ? flows.clientCredentials : undefined;
}

function overExchange(http: HttpClient) {
  return async (url: string, init: { method: string; headers: Record<string, string>; body?: unknown }) => {
    const response = await http({
      method: init.method as HttpRequest["method"], // a token is asked for by POST
      url,
      headers: init.headers,
      ...(init.body !== undefined && init.body !== null && { body: String(init.body) }),
    });
    const text = await readText(response, { maxBytes: 64 * 1024, timeoutMs: 10_000 });
    const headers = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    return new Response(text, { status: response.status, headers });
  };
}
