import { excerpt } from "@a2a/bridge";
import { LocalError, type SecurityScheme } from "@a2a/types";
import type { TokenEndpointResponse } from "oauth4webapi";
import type { SchemeUse } from "../auth/credential.ts";
import { isHttp, takesTokens } from "../auth/http-credentials.ts";
import { thumbprintOf } from "./dpop-proof.ts";
import { type Endpoints, type FlowName, findEndpoints, flowOf, secure } from "./endpoints.ts";
import { flows, refresh } from "./flows.ts";
import type { OAuthOptions } from "./options.ts";
import { isSameSite } from "./same-site.ts";
import { type StoredToken, scopesIn } from "./token.ts";
import { tokenFailure } from "./token-requests.ts";

/** Whether a client can get tokens for a scheme of a card. */
export function canLogIn(options: OAuthOptions, scheme: SecurityScheme): boolean {
  const declared = flowOf(scheme);
  if (declared && possibleFlows(options).some((name) => name === declared.name)) return true;
  if ((options.issuer ?? options.tokenUrl) !== undefined) {
    return takesTokens(scheme) || (options.dpop !== undefined && isHttp(scheme, "dpop"));
  }
  return "openIdConnectSecurityScheme" in scheme && possibleFlows(options).length > 0;
}

/** The flows that the options allow, the preferred one first. */
export function possibleFlows({ open, redirect, showCode, clientSecret }: OAuthOptions): FlowName[] {
  return [
    ...(open && redirect ? (["authorizationCode"] as const) : []),
    ...(showCode ? (["deviceCode"] as const) : []),
    ...(clientSecret !== undefined ? (["clientCredentials"] as const) : []),
  ];
}

/** Gets a token with the flow that the scheme declares or the options allow. */
export async function logIn(
  options: OAuthOptions,
  use: SchemeUse,
  more: readonly string[],
  outer: AbortSignal | undefined,
): Promise<StoredToken> {
  const signal = deadlineOf(options, outer);
  const endpoints = await findEndpoints(options, use, signal);
  const flow = chooseFlow(options, use.scheme, endpoints);
  if (!endpoints.isTrusted) await checkServer(options, use, endpoints, flow);
  const scope = scopeFor(options, use, endpoints, more).join(" ");
  const now = options.now?.() ?? Date.now();
  const http = options.http ?? use.http;
  const checkPage = (url: string) => confirmPage(options, use, endpoints, url);
  try {
    const granted = await flows[flow]({ options, endpoints, scope, http, signal, checkPage });
    const isRenewable = flow === "clientCredentials" || granted.refresh_token !== undefined;
    const stored = { tokenUrl: endpoints.refreshUrl, clientId: options.clientId, scope };
    const bound = options.dpop && granted.token_type === "dpop" ? { jkt: await thumbprintOf(options.dpop) } : {};
    return { ...timesOf(granted, now, isRenewable), ...tokensOf(granted), ...stored, ...bound };
  } catch (error) {
    if (outer?.aborted) throw outer.reason;
    throw tokenFailure(endpoints.metadata.token_endpoint, error);
  }
}

/** Renews a token with its refresh token. */
export async function renew(
  options: OAuthOptions,
  use: SchemeUse,
  token: StoredToken & { readonly refreshToken: string },
): Promise<StoredToken> {
  const signal = deadlineOf(options, undefined);
  const url = secure(token.tokenUrl);
  const metadata = { issuer: new URL(url).origin, token_endpoint: url };
  const endpoints: Endpoints = { metadata, hasIssuer: false, isTrusted: true, refreshUrl: url, scopes: [] };
  const now = options.now?.() ?? Date.now();
  const granted = await refresh({ options, endpoints, http: options.http ?? use.http, signal }, token.refreshToken);
  const { accessToken: _, expiresAt: __, renewAt: ___, ...kept } = token;
  return { ...kept, ...timesOf(granted, now, true), ...tokensOf(granted) };
}

function deadlineOf({ loginTimeoutMs = 300_000 }: OAuthOptions, signal: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(loginTimeoutMs);
  return signal ? AbortSignal.any([signal, late]) : late;
}

function tokensOf({ access_token: accessToken, refresh_token: refreshToken }: TokenEndpointResponse) {
  return { accessToken, ...(refreshToken !== undefined && { refreshToken }) };
}

/** A token that can be renewed without the user is renewed at 80 % of its lifetime. */
function timesOf({ expires_in: seconds }: TokenEndpointResponse, now: number, isRenewable: boolean) {
  const lifetimeMs = seconds === undefined ? (isRenewable ? DEFAULT_LIFETIME_MS : undefined) : seconds * 1000;
  if (lifetimeMs === undefined) return {};
  return { expiresAt: now + lifetimeMs, ...(isRenewable && { renewAt: now + lifetimeMs * 0.8 }) };
}
// For tokens that do not say how long they live.
const DEFAULT_LIFETIME_MS = 300_000;

/** The scopes to request; `more` are those of an earlier token or of a task. */
export function scopesFor({ scope, skills = [] }: OAuthOptions, use: SchemeUse, more: readonly string[]): string[] {
  if (scope !== undefined) return scopesIn(scope, ...more);
  const ofSkills = skills.flatMap((id) => use.skillScopes?.[id] ?? []);
  return scopesIn(...use.scopes, ...ofSkills, ...more);
}

function scopeFor(options: OAuthOptions, use: SchemeUse, { scopes }: Endpoints, more: readonly string[]): string[] {
  const required = scopesFor(options, use, []);
  if (required.length > 0 || options.scope !== undefined) return scopesIn(...required, ...more);
  // OpenID Connect demands this scope.
  return scopesIn(...("openIdConnectSecurityScheme" in use.scheme ? ["openid"] : scopes), ...more);
}

function chooseFlow(options: OAuthOptions, scheme: SecurityScheme, { metadata }: Endpoints): FlowName {
  const declared = flowOf(scheme)?.name;
  const possible = possibleFlows(options);
  const chosen =
    possible.find((name) => name === declared) ??
    possible.find(
      (name) =>
        name === "clientCredentials" ||
        (name === "authorizationCode" ? metadata.authorization_endpoint : metadata.device_authorization_endpoint),
    );
  if (chosen) return chosen;
  throw new LocalError(
    "CONFIG",
    "no login is possible: pass `open` and `redirect`, `showCode`, or `clientSecret`, as the authorization server needs it",
  );
}

/** Secrets go where their owner said, or to the agent itself. Users confirm any other server that a card names. */
async function checkServer(
  options: OAuthOptions,
  use: SchemeUse,
  { metadata }: Endpoints,
  flow: FlowName,
): Promise<void> {
  const { origin, hostname } = new URL(metadata.token_endpoint);
  if (origin === use.origin) return;
  if (options.clientSecret !== undefined) {
    throw new LocalError(
      "CONFIG",
      `the card names ${origin} for tokens, which is not the agent's own origin: pass \`tokenUrl\` to send the secret there`,
    );
  }
  if (options.confirm === undefined) {
    throw new LocalError(
      "CONFIG",
      `the card names the login server ${origin}, which is not the agent's own origin: pass \`confirm\`, \`issuer\` or \`tokenUrl\` to log in there`,
    );
  }
  const device = flow === "deviceCode" ? metadata.device_authorization_endpoint : undefined;
  const named = [...new Set([hostname, ...(device === undefined ? [] : [new URL(device).hostname])])];
  for (const server of named) {
    if (!(await options.confirm({ agent: use.origin, server }))) throw unconfirmed();
  }
}

/** A page of another site could show the code of another provider, whose login the user would then give away. */
async function confirmPage(options: OAuthOptions, use: SchemeUse, endpoints: Endpoints, url: string): Promise<void> {
  const [page, server] = [new URL(secure(url)).hostname, new URL(endpoints.metadata.token_endpoint).hostname];
  if (endpoints.isTrusted || isSameSite(page, server)) return;
  if (await options.confirm?.({ agent: use.origin, server, page })) return;
  throw options.confirm
    ? unconfirmed()
    : new LocalError("CONFIG", `the login page is at ${excerpt(page)}, but the login server at ${excerpt(server)}`);
}

/** Opens a page on which a task asks its user for access, once the user has confirmed a host that is not the agent's. */
export async function openPage(options: OAuthOptions, { origin }: SchemeUse, url: string): Promise<boolean> {
  if (options.open === undefined) return false;
  const page = new URL(secure(url)).hostname;
  const isOwn = isSameSite(page, new URL(origin).hostname);
  if (!isOwn && !(await options.confirm?.({ agent: origin, server: page }))) {
    if (options.confirm) throw unconfirmed();
    throw new LocalError("CONFIG", `the task names a page at ${excerpt(page)}: pass \`confirm\` to open it`);
  }
  await options.open(url);
  return true;
}

function unconfirmed(): LocalError {
  return new LocalError("CONFIG", "the login was not confirmed");
}
