import { type BindingName, MODEL_VERSION, type VersionCodec } from "@a2a/bridge";
import { interfacesAt } from "@a2a/card";
import { type AgentCard, type AgentInterface, compareVersions } from "@a2a/types";

/** Where a gateway is reached over gRPC. */
export interface GrpcOffer {
  /** The address: `host:port`. */
  readonly address: string;
  /** The protocol versions that are served. */
  readonly versions: readonly string[];
}

/** How an agent is offered by a gateway. */
export interface Offer {
  /** The address of the agent's JSON-RPC endpoint at the gateway. */
  readonly url: string;
  readonly codecs: readonly VersionCodec[];
  readonly bindings: readonly BindingName[];
  /** The tenant that callers name in every request at a shared address, in protocol versions that have tenants. */
  readonly tenant?: { readonly url: string; readonly name: string } | undefined;
  /** The agent's interfaces over gRPC. */
  readonly grpc?: readonly AgentInterface[] | undefined;
  /** How callers prove who they are; `undefined` when that is up to the agent. */
  readonly security: Pick<AgentCard, "securitySchemes" | "securityRequirements"> | undefined;
  /** Whether notifications are relayed. */
  readonly webhooks: boolean;
}

/**
 * The card of an agent as the gateway offers it: everything the agent says about itself, at the gateway's addresses. The signatures of
 * the agent cover other addresses and are left out.
 */
export function rewriteCard(card: AgentCard, offer: Offer): AgentCard {
  const { url, codecs, bindings, tenant, grpc, security, webhooks } = offer;
  const { signatures: _, securitySchemes, securityRequirements, ...said } = card;
  const own = interfacesAt({ url, versions: codecs, bindings });
  const shared = tenant ? interfacesAt({ url: tenant.url, versions: codecs, bindings, tenant: tenant.name }) : [];
  const { streaming: __, pushNotifications, ...capabilities } = card.capabilities;
  return {
    ...said,
    supportedInterfaces: [
      ...shared.filter(({ protocolVersion }) => compareVersions(protocolVersion, MODEL_VERSION) >= 0),
      ...own,
      ...(grpc ?? []),
    ],
    capabilities: {
      ...capabilities,
      // An agent that does not stream is polled.
      streaming: true,
      pushNotifications: webhooks && pushNotifications === true,
    },
    ...(security ?? {
      ...(securitySchemes && { securitySchemes }),
      ...(securityRequirements && { securityRequirements }),
    }),
    skills: security ? card.skills.map(({ securityRequirements: ___, ...skill }) => skill) : card.skills,
  };
}

/** Whether a card names the gateway's addresses only, so that it can be served as it is. */
export function isOfferedHere(card: AgentCard, { url }: Pick<Offer, "url">): boolean {
  return card.supportedInterfaces.length > 0 && card.supportedInterfaces.every((entry) => entry.url === url);
}
