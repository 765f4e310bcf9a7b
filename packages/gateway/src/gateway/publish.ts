import { MODEL_VERSION } from "@a2a/bridge";
import { signCard } from "@a2a/card/signing";
import { bindingsOf, declareSecurity, type Front, pathOf, trimSlash } from "@a2a/server/backend-kit";
import { type AgentCard, type AgentInterface, compareVersions } from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import { tellsCallersApart } from "../agents/credentials.ts";
import { rewriteCard } from "../agents/rewritten-card.ts";
import type { GatewayOptions } from "./options.ts";

/** Where an agent is served. */
export interface Place {
  /** The address of the place as callers see it. */
  readonly baseUrl: string;
  /** The path of requests, if the place has one. */
  readonly basePath?: string;
  /** The address of the JSON-RPC endpoint. */
  readonly endpoint: string;
}

/** A place by its address, the mount, and the path of requests where it has one. */
export function placeOf(baseUrl: string, mount: string, basePath?: string): Place {
  const endpoint = new URL(pathOf(baseUrl) + mount, baseUrl).href;
  return { baseUrl, endpoint, ...(basePath !== undefined && { basePath }) };
}

/** Makes the card of an agent at a place of the gateway. */
export type Publish = (card: AgentCard) => AgentCard | Promise<AgentCard>;

/** The card of an agent at a place of the gateway, signed where the gateway has a key. */
export function publisher(options: GatewayOptions, front: Front, link: AgentLink, place: Place): Publish {
  const { auth, cardSigner, routing = "path", webhooks, baseUrl = "http://localhost" } = options;
  const {
    name,
    options: { credentials = "none" },
  } = link;
  const mount = trimSlash(options.mount ?? "/a2a");
  const offer = {
    url: place.endpoint,
    codecs: front.codecs,
    bindings: bindingsOf(options),
    // At a host of its own an agent needs no tenant.
    ...(routing === "tenant" &&
      place.basePath !== undefined && { tenant: { url: placeOf(trimSlash(baseUrl), mount).endpoint, name } }),
    grpc: grpcInterfaces(options, link, place),
    security: auth ? declareSecurity(auth) : tellsCallersApart(credentials) ? undefined : {},
    webhooks: webhooks !== undefined,
  };
  return (card) => {
    const published = rewriteCard(card, offer);
    return cardSigner ? signCard(published, cardSigner) : published;
  };
}

/**
 * The interfaces of an agent over gRPC, where paths cannot tell agents apart. At a host of its own it is known by that, else by its
 * tenant; callers of protocol versions without tenants reach the default agent only.
 */
function grpcInterfaces(
  { grpcOffer, defaultAgent }: GatewayOptions,
  { name, options: { hosts = [] } }: AgentLink,
  { baseUrl }: Place,
): AgentInterface[] {
  if (grpcOffer === undefined) return [];
  const { address, versions } = grpcOffer;
  const { host, hostname } = new URL(baseUrl);
  const isAtHost = hosts.some((own) => own.toLowerCase() === host);
  const url = isAtHost ? `${hostname}${/:\d+$/.exec(address)?.[0] ?? ""}` : address;
  const hasTenant = (version: string) => !isAtHost && compareVersions(version, MODEL_VERSION) >= 0;
  return versions
    .filter((version) => isAtHost || name === defaultAgent || hasTenant(version))
    .map((protocolVersion) => ({
      url,
      protocolBinding: "GRPC",
      protocolVersion,
      ...(hasTenant(protocolVersion) && { tenant: name }),
    }));
}
