import { signCard } from "@a2a/card/signing";
import { bindingsOf, declareSecurity, type Front, pathOf, trimSlash } from "@a2a/server/backend-kit";
import type { AgentCard } from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import { tellsCallersApart } from "../agents/credentials.ts";
import { rewriteCard } from "../agents/rewritten-card.ts";
import type { GatewayOptions } from "./options.ts";

/** Where an agent is served. */
export interface Place {
  /** The address of the place as callers see it. */
  readonly baseUrl: string;
  /** The path of requests, where the place has one. */
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
export function publisher(
  options: GatewayOptions,
  front: Front,
  { name, options: { credentials = "none" } }: AgentLink,
  place: Place,
): Publish {
  const { auth, cardSigner, routing = "path", push, baseUrl = "http://localhost" } = options;
  const mount = trimSlash(options.mount ?? "/a2a");
  const offer = {
    url: place.endpoint,
    codecs: front.codecs,
    bindings: bindingsOf(options),
    // At a host of its own an agent needs no tenant.
    ...(routing === "tenant" &&
      place.basePath !== undefined && { tenant: { url: placeOf(trimSlash(baseUrl), mount).endpoint, name } }),
    security: auth ? declareSecurity(auth) : tellsCallersApart(credentials) ? undefined : {},
    push: push !== undefined,
  };
  return (card) => {
    const published = rewriteCard(card, offer);
    return cardSigner ? signCard(published, cardSigner) : published;
  };
}
