import { excerpt } from "@a2a/bridge";
import { LocalError, type SecurityScheme } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";
import * as oauth from "oauth4webapi";
import type { SchemeUse } from "../auth/credential.ts";
import type { OAuthOptions } from "./options.ts";
import { requestOptions } from "./token-requests.ts";

/** The flows that a client can carry out. */
export type FlowName = "clientCredentials" | "authorizationCode" | "deviceCode";

/** An authorization server as a card, its own metadata or the user describes it. */
export interface Endpoints {
  readonly metadata: oauth.AuthorizationServer & { readonly token_endpoint: string };
  /** Whether the issuer is known, or assumed to be the origin of the token endpoint. */
  readonly hasIssuer: boolean;
  /** Whether the user named it, and not only a card. */
  readonly isTrusted: boolean;
  /** Where tokens are renewed. */
  readonly refreshUrl: string;
  /** The scopes that the card lists for the flow. */
  readonly scopes: readonly string[];
}

/** The members that flows of a card may have. */
interface Flow {
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly scopes?: Readonly<Record<string, string>>;
}

/** The flow that a scheme of a card declares, with its name. */
export function flowOf(scheme: SecurityScheme): { readonly name: string; readonly flow: Flow } | undefined {
  if (!("oauth2SecurityScheme" in scheme)) return undefined;
  const [entry] = Object.entries(scheme.oauth2SecurityScheme.flows);
  return entry && { name: entry[0], flow: entry[1] };
}

/** Finds the endpoints for a scheme: as the user named them, else by discovery, else as the card names them. */
export async function findEndpoints(options: OAuthOptions, use: SchemeUse, signal?: AbortSignal): Promise<Endpoints> {
  const { flow = {} } = flowOf(use.scheme) ?? {};
  const known = await discovered(options, use, signal);
  const tokenUrl = options.tokenUrl ?? known?.token_endpoint ?? flow.tokenUrl ?? "";
  if (!URL.canParse(tokenUrl)) throw new LocalError("CONFIG", "no token URL: pass `tokenUrl` or `issuer`");
  const { origin } = new URL(secure(tokenUrl));
  const page = options.authorizationUrl ?? known?.authorization_endpoint ?? flow.authorizationUrl;
  const device = options.deviceUrl ?? known?.device_authorization_endpoint ?? flow.deviceAuthorizationUrl;
  return {
    metadata: {
      ...known,
      issuer: known?.issuer ?? origin,
      token_endpoint: tokenUrl,
      ...(page !== undefined && { authorization_endpoint: secure(page) }),
      ...(device !== undefined && { device_authorization_endpoint: secure(device) }),
    },
    hasIssuer: known !== undefined,
    isTrusted: (options.issuer ?? options.tokenUrl) !== undefined,
    refreshUrl: refreshUrlOf(flow, tokenUrl),
    scopes: Object.keys(flow.scopes ?? {}),
  };
}

/** A card may name another endpoint for renewals, but no other server: refresh tokens are secret. */
function refreshUrlOf({ refreshUrl = "" }: Flow, tokenUrl: string): string {
  const isSameServer = URL.canParse(refreshUrl) && new URL(refreshUrl).origin === new URL(tokenUrl).origin;
  return isSameServer ? refreshUrl : tokenUrl;
}

async function discovered(
  options: OAuthOptions,
  use: SchemeUse,
  signal: AbortSignal | undefined,
): Promise<oauth.AuthorizationServer | undefined> {
  const { scheme } = use;
  if (options.issuer !== undefined) {
    return (
      (await readMetadata(options.issuer, "oidc", options, use, signal)) ??
      (await readMetadata(options.issuer, "oauth2", options, use, signal, true))
    );
  }
  if (options.tokenUrl !== undefined) return undefined;
  if ("openIdConnectSecurityScheme" in scheme) {
    const issuer = scheme.openIdConnectSecurityScheme.openIdConnectUrl.replace(OIDC, "");
    return readMetadata(issuer, "oidc", options, use, signal, true);
  }
  const url = "oauth2SecurityScheme" in scheme ? scheme.oauth2SecurityScheme.oauth2MetadataUrl : undefined;
  if (url === undefined) return undefined;
  // The card names the endpoints as well, so metadata that cannot be read are not needed.
  return OIDC.test(url)
    ? readMetadata(url.replace(OIDC, ""), "oidc", options, use, signal)
    : readMetadata(url.replace(RFC_8414, ""), "oauth2", options, use, signal);
}
const OIDC = /\/\.well-known\/openid-configuration\/?$/;
const RFC_8414 = /\/\.well-known\/oauth-authorization-server(?=\/|$)/;

async function readMetadata(
  issuer: string,
  algorithm: "oidc" | "oauth2",
  options: OAuthOptions,
  use: SchemeUse,
  signal: AbortSignal | undefined,
  isNeeded = false,
): Promise<oauth.AuthorizationServer | undefined> {
  if (!URL.canParse(issuer)) throw new LocalError("CONFIG", `issuer ${excerpt(issuer)} must be an absolute URL`);
  const url = new URL(secure(issuer));
  try {
    const response = await oauth.discoveryRequest(url, {
      algorithm,
      ...requestOptions(options.http ?? use.http, signal),
    });
    if (response.status === 404 && !isNeeded) return undefined;
    return await oauth.processDiscoveryResponse(url, response);
  } catch (cause) {
    if (cause instanceof LocalError) throw cause;
    const reason = cause instanceof Error ? cause.message : "unknown reason";
    throw new LocalError("HTTP", `no metadata of the authorization server ${url.href}: ${excerpt(reason)}`, { cause });
  }
}

/** The URL, over which secrets, codes and tokens may be sent: with HTTPS, or on this machine. Throws a `LocalError` for any other. */
export function secure(url: string): string {
  const { protocol, hostname, origin } = URL.canParse(url) ? new URL(url) : { protocol: "", hostname: "", origin: url };
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) return url;
  throw new LocalError("CONFIG", `secrets are sent over https: only, and ${excerpt(origin)} is not https:`);
}
