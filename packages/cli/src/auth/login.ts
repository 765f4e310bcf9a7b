import { clientCredentials } from "@a2a/client/auth";
import { type AgentCard, LocalError, type OAuthFlows, pause, type SecurityScheme } from "@a2a/types";
import { CliError, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { postForm, requestToken, type TokenRequest } from "./token-request.ts";
import type { StoredToken } from "./token-store.ts";

/** Options of a login; the card provides the rest. */
export interface LoginOptions extends Pick<TokenRequest, "exchange" | "signal"> {
  readonly card: AgentCard;
  /** The origin of the agent. */
  readonly origin: string;
  readonly io: Io;
  readonly clientId: string;
  /** With a secret, the client credentials flow is used; without, the device code flow. */
  readonly clientSecret?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly deviceUrl?: string | undefined;
  readonly scope?: string | undefined;
}

/** Gets a token with client credentials if there is a secret, else with a device code. */
export function logIn(options: LoginOptions): Promise<StoredToken> {
  return options.clientSecret === undefined
    ? byDeviceCode(options)
    : byClientCredentials(options, options.clientSecret);
}

async function byClientCredentials(options: LoginOptions, clientSecret: string): Promise<StoredToken> {
  const { card, origin, exchange, clientId, tokenUrl, scope } = options;
  const declared = schemeWith(card, "clientCredentials");
  if (declared === undefined && tokenUrl === undefined) throw offers(card, "client credentials", "--token-url");
  const given = { ...(tokenUrl !== undefined && { tokenUrl }), ...(scope !== undefined && { scope }) };
  const credential = clientCredentials({ clientId, clientSecret, ...given });
  const scheme = declared ?? ({ httpAuthSecurityScheme: { scheme: "Bearer" } } satisfies SecurityScheme);
  const flow = declared && flowOf(declared, "clientCredentials");
  const scopes = Object.keys(flow?.scopes ?? {});
  const proof = await credential.prove({ scheme, scopes, origin, http: exchange }).catch((error: unknown) => {
    throw error instanceof LocalError && error.code === "HTTP" ? refused(error.message, error) : error;
  });
  const accessToken = (proof.headers?.Authorization ?? "").replace(/^Bearer /, "");
  return { accessToken, tokenUrl: tokenUrl ?? flow?.tokenUrl ?? "", clientId, ...(scope !== undefined && { scope }) };
}

/** RFC 8628: shows a code that a person enters in a browser, and polls for the token. */
async function byDeviceCode(options: LoginOptions): Promise<StoredToken> {
  const { card, io, exchange, signal, clientId } = options;
  const declared = schemeWith(card, "deviceCode");
  const flow = declared && flowOf(declared, "deviceCode");
  const deviceUrl = options.deviceUrl ?? flow?.deviceAuthorizationUrl;
  const tokenUrl = options.tokenUrl ?? flow?.tokenUrl;
  if (deviceUrl === undefined || tokenUrl === undefined)
    throw offers(card, "a device code", "--device-url and --token-url");
  const scope = options.scope ?? (Object.keys(flow?.scopes ?? {}).join(" ") || undefined);
  const asked = { client_id: clientId, ...(scope !== undefined && { scope }) };
  const answer = await postForm(options, deviceUrl, asked);
  const {
    device_code: deviceCode,
    user_code: code,
    verification_uri: uri,
    interval = 5,
    expires_in: life = 600,
  } = answer;
  if (typeof deviceCode !== "string" || typeof code !== "string" || typeof uri !== "string") {
    throw refused(`no device code: ${line(String(answer.error ?? "the answer has none"))}`);
  }
  io.err(`Open ${line(uri)} and enter ${line(code)}\n`);
  let everyMs = Math.max(0.01, Number(interval) || 0) * 1000;
  for (const end = Date.now() + Number(life) * 1000; Date.now() < end; ) {
    await pause(everyMs, signal);
    const form = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: deviceCode };
    const result = await requestToken({ exchange, signal, tokenUrl, clientId, scope }, form);
    if ("token" in result) return result.token;
    if (result.error === "slow_down") everyMs += 5_000;
    else if (result.error !== "authorization_pending") throw refused(`${result.error} ${result.description}`.trim());
  }
  throw refused("the code was not entered in time");
}

function schemeWith(card: AgentCard, name: "deviceCode" | "clientCredentials"): SecurityScheme | undefined {
  return Object.values(card.securitySchemes ?? {}).find((scheme) => flowOf(scheme, name) !== undefined);
}

type Flows = { [Name in "deviceCode" | "clientCredentials"]: Extract<OAuthFlows, Record<Name, unknown>>[Name] };

function flowOf<Name extends keyof Flows>(scheme: SecurityScheme, name: Name): Flows[Name] | undefined {
  if (!("oauth2SecurityScheme" in scheme)) return undefined;
  const { flows } = scheme.oauth2SecurityScheme;
  return (flows as Partial<Flows>)[name]; // exactly one flow is there, and it may be another
}

function offers({ name }: AgentCard, what: string, flag: string): UsageError {
  return new UsageError(`the card of ${line(name)} declares no login with ${what}: pass ${flag}, or set A2ACLI_BEARER`);
}

function refused(reason: string, cause?: unknown): CliError {
  return new CliError("A2ACLI_ERR_AUTH_FAILED", `the login failed: ${reason}`, { cause });
}
