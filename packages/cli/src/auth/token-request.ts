import { type HttpClient, readText } from "@a2a/http";
import { isJsonObject, type JsonObject, LocalError } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import { line } from "../cli/io.ts";
import type { StoredToken } from "./token-store.ts";

/** A token request. */
export interface TokenRequest {
  readonly exchange: HttpClient;
  readonly signal: AbortSignal;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope?: string | undefined;
}

/** The response of an authorization server: a token, or an error code. */
export type TokenAnswer = { readonly token: StoredToken } | { readonly error: string; readonly description: string };

/** Requests a token. */
export async function requestToken(
  request: TokenRequest,
  form: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const { tokenUrl, clientId, scope } = request;
  const answer = await postForm(request, tokenUrl, { client_id: clientId, ...form });
  if (typeof answer.access_token !== "string") {
    const { error = "invalid_answer", error_description: description = "" } = answer;
    return { error: line(String(error)), description: line(String(description)) };
  }
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = answer;
  return {
    token: {
      accessToken,
      tokenUrl,
      clientId,
      ...(typeof seconds === "number" && { expiresAt: Date.now() + seconds * 1000 }),
      ...(typeof refreshToken === "string" && { refreshToken }),
      ...(scope !== undefined && { scope }),
    },
  };
}

/** Posts a form to an authorization server. Secrets go over HTTPS, or stay on this machine. */
export async function postForm(
  { exchange, signal }: Pick<TokenRequest, "exchange" | "signal">,
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<JsonObject> {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: "", hostname: "" };
  if (protocol !== "https:" && !(protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))) {
    throw new UsageError(`${line(url)}: expected a URL with https:`);
  }
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
  const body = new URLSearchParams(form).toString();
  const response = await exchange({ method: "POST", url, headers, body, signal });
  const text = await readText(response, { maxBytes: 64 * 1024, timeoutMs: 10_000 });
  try {
    const answer: unknown = JSON.parse(text);
    if (isJsonObject(answer)) return answer;
  } catch {
    // reported below
  }
  throw new LocalError("HTTP", `${new URL(url).origin} answered HTTP ${response.status} without a JSON object`);
}
