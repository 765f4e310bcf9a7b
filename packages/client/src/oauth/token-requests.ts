import { excerpt } from "@a2a/bridge";
import { type HttpClient, type HttpRequest, readText } from "@a2a/http";
import { isJsonObject, LocalError } from "@a2a/types";
import * as oauth from "oauth4webapi";
import { reveal } from "../auth/secret-text.ts";
import type { OAuthOptions } from "./options.ts";

/** The options of a request of `oauth4webapi` that goes over the port. */
export function requestOptions(http: HttpClient, signal: AbortSignal | undefined) {
  return {
    [oauth.customFetch]: overPort(http),
    [oauth.allowInsecureRequests]: true, // endpoints are checked when they are found: plain HTTP is of this machine
    ...(signal && { signal }),
  };
}

/** How a client authenticates to the authorization server. */
export function clientAuthOf({ clientSecret, clientAuth }: OAuthOptions): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  const secret = reveal(clientSecret, "client secret");
  return clientAuth === "post" ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

/** The error code of an authorization server, such as `authorization_pending`; `undefined` for any other failure. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof oauth.ResponseBodyError ? error.error : undefined;
}

/** A failed token request, without anything secret. */
export function tokenFailure(server: string, cause: unknown): LocalError {
  if (cause instanceof LocalError) return cause;
  const { origin } = new URL(server);
  return new LocalError("HTTP", `no token from ${origin}: ${excerpt(reasonOf(cause))}`, { cause });
}

function reasonOf(cause: unknown): string {
  if (cause instanceof oauth.ResponseBodyError || cause instanceof oauth.AuthorizationResponseError) {
    return [cause.error, cause.error_description].filter((part) => part !== undefined).join(": ");
  }
  if (cause instanceof DOMException && cause.name === "TimeoutError") return "the login was not completed in time";
  return cause instanceof Error ? cause.message : "unknown reason";
}

interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

function overPort(http: HttpClient) {
  return async (url: string, { method, headers, body, signal }: FetchInit) => {
    const response = await http({
      method: method as HttpRequest["method"], // GET for metadata, POST for tokens
      url,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      ...(signal && { signal }),
    });
    const text = await readText(response, { maxBytes: 256 * 1024, timeoutMs: 10_000 });
    const kept = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || name === "content-length" || name === "content-encoding" ? [] : [[name, value]],
    );
    return new Response(withoutIdToken(text) || null, { status: response.status, headers: kept });
  };
}

/** Nothing here uses ID tokens, and without metadata the issuer to check them against is not known. */
function withoutIdToken(text: string): string {
  if (!text.includes('"id_token"')) return text;
  try {
    const answer: unknown = JSON.parse(text);
    if (!isJsonObject(answer)) return text;
    const { id_token: _, ...rest } = answer;
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}
