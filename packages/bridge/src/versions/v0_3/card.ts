import {
  type AgentCard,
  type AgentInterface,
  type AgentSkill,
  normalizeVersion,
  type ProtocolVersion,
} from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import { cardCodec, inExtensions } from "../../cards/stash-card.ts";
import type { CardCodec } from "../../codec/version-codec.ts";
import { lenientReader } from "../../normalize/older-values.ts";
import { optional, pick } from "../../stash/stash.ts";
import { cardNormalizers } from "./normalize-card.ts";
import { decodeRequirements, decodeSchemes, encodeRequirement, encodeScheme } from "./security.ts";
import { traits } from "./traits.ts";

/** 0.3 cards. Signatures are omitted in both directions, since they cover one format only. */
export const card: CardCodec = cardCodec<v0_3.AgentCard>({
  version: "0.3",
  schema: v0_3.AgentCardSchema,
  read: lenientReader(v0_3.AgentCardSchema, cardNormalizers),
  up: (wire) => decodePlain(wire, "0.3"),
  down: (model) => encodePlain(model, "0.3", "0.3.0"),
  store: inExtensions,
  ...traits.card,
});

/** The common, lossy translation of 0.2 and 0.3 cards. */
export function decodePlain(
  wire: Omit<v0_3.AgentCard, "protocolVersion"> & { protocolVersion?: string },
  version: ProtocolVersion,
): AgentCard {
  const { schemes, split } = decodeSchemes(wire.securitySchemes ?? {});
  const { stateTransitionHistory: _, ...capabilities } = wire.capabilities;
  const protocolVersion = normalizeVersion(wire.protocolVersion ?? version) ?? version;
  return {
    ...pick(wire, "name", "description", "version", "defaultInputModes", "defaultOutputModes"),
    ...pick(wire, "provider", "documentationUrl", "iconUrl"),
    supportedInterfaces: interfacesOf(wire).map(({ url, transport }) => ({
      url,
      protocolBinding: transport,
      protocolVersion,
    })),
    capabilities: {
      ...capabilities,
      ...optional("extendedAgentCard", wire.supportsAuthenticatedExtendedCard),
    },
    ...optional("securitySchemes", wire.securitySchemes && schemes),
    ...optional("securityRequirements", wire.security && decodeRequirements(wire.security, split)),
    skills: wire.skills.map(
      ({ security, ...skill }): AgentSkill => ({
        ...skill,
        ...optional("securityRequirements", security && decodeRequirements(security, split)),
      }),
    ),
  };
}

/** The common, lossy translation of 0.2 and 0.3 cards. */
export function encodePlain(card: AgentCard, version: ProtocolVersion, protocolVersion: string): v0_3.AgentCard {
  const spoken = card.supportedInterfaces.filter((entry) => normalizeVersion(entry.protocolVersion) === version);
  const interfaces = spoken.length > 0 ? spoken : card.supportedInterfaces;
  const [main] = interfaces;
  const { extendedAgentCard, extensions, ...capabilities } = card.capabilities;
  return {
    protocolVersion,
    ...pick(card, "name", "description", "version"),
    url: main?.url ?? "",
    preferredTransport: main?.protocolBinding ?? "JSONRPC",
    additionalInterfaces: interfaces.map(toInterface),
    ...pick(card, "provider", "documentationUrl", "iconUrl"),
    capabilities: {
      ...capabilities,
      ...optional(
        "extensions",
        extensions?.flatMap(({ uri, ...rest }) => (uri ? [{ uri, ...rest }] : [])),
      ),
    },
    ...optional("securitySchemes", card.securitySchemes && mapValues(card.securitySchemes, encodeScheme)),
    ...optional("security", card.securityRequirements?.map(encodeRequirement)),
    ...pick(card, "defaultInputModes", "defaultOutputModes"),
    skills: card.skills.map(({ securityRequirements, ...skill }) => ({
      ...skill,
      ...optional("security", securityRequirements?.map(encodeRequirement)),
    })),
    ...optional("supportsAuthenticatedExtendedCard", extendedAgentCard),
  };
}

function toInterface({ url, protocolBinding }: AgentInterface): v0_3.AgentInterface {
  return { url, transport: protocolBinding };
}

/** The main interface first, then the others; most cards repeat the main one in the list. */
function interfacesOf(
  wire: Pick<v0_3.AgentCard, "url" | "preferredTransport" | "additionalInterfaces">,
): v0_3.AgentInterface[] {
  const main = { url: wire.url, transport: wire.preferredTransport || "JSONRPC" };
  const others = (wire.additionalInterfaces ?? []).filter(
    ({ url, transport }) => url !== main.url || transport !== main.transport,
  );
  return [main, ...others];
}

function mapValues<T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
