import { type AgentCard, isJsonObject, type JsonObject, type JsonValue, normalizeVersion } from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import { type CompatStore, cardTranslation } from "../../codec/card-compat.ts";
import { optional, pick } from "../../codec/preserve.ts";
import { reader } from "../../codec/read.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { mendCard } from "./mend.ts";
import { decodeAuthentication, encodeAuthentication } from "./security.ts";

const read = reader(v0_1.AgentCardSchema, mendCard);

/** 0.1 cards have no extensions: what only the model can say stands in a member of our own. */
const inMember: CompatStore = {
  take(card, version) {
    const compat = card[MEMBER];
    if (!isJsonObject(compat) || !isJsonObject(compat[version])) return { card, kept: undefined };
    const { [MEMBER]: _, ...rest } = card;
    return { card: rest, kept: compat[version] };
  },
  put: (card, version, kept) => ({ ...card, [MEMBER]: { [version]: kept } }),
};
const MEMBER = "x-a2a-compat";

const translation = cardTranslation<v0_1.AgentCard>({ version: "0.1", up, down, store: inMember });

/** Reads a 0.1 card. */
export function decodeCard(wire: JsonValue, options?: CodecOptions): AgentCard {
  const object: JsonObject = isJsonObject(wire) ? wire : {};
  return translation.up(object, (card) => read(isJsonObject(wire) ? card : wire, options));
}

/** Writes a 0.1 card. */
export function encodeCard(card: AgentCard): JsonValue {
  return { ...translation.down(card) } as unknown as JsonValue; // a card is plain JSON
}

function up(wire: v0_1.AgentCard): AgentCard {
  const schemes = wire.authentication && decodeAuthentication(wire.authentication);
  const provider = wire.provider && { organization: wire.provider.organization, url: wire.provider.url ?? "" };
  return {
    ...pick(wire, "name", "version", "documentationUrl"),
    description: wire.description ?? "",
    supportedInterfaces: [{ url: wire.url, protocolBinding: "JSONRPC", protocolVersion: "0.1" }],
    ...optional("provider", provider),
    capabilities: {
      streaming: wire.capabilities.streaming ?? false,
      pushNotifications: wire.capabilities.pushNotifications ?? false,
    },
    ...optional("securitySchemes", schemes),
    ...optional(
      "securityRequirements",
      schemes && Object.keys(schemes).map((name) => ({ schemes: { [name]: { list: [] } } })),
    ),
    defaultInputModes: (wire.defaultInputModes ?? ["text"]).map(toMediaType),
    defaultOutputModes: (wire.defaultOutputModes ?? ["text"]).map(toMediaType),
    skills: wire.skills.map((skill) => ({
      ...pick(skill, "id", "name", "examples"),
      description: skill.description ?? "",
      tags: skill.tags ?? [],
      ...optional("inputModes", skill.inputModes?.map(toMediaType)),
      ...optional("outputModes", skill.outputModes?.map(toMediaType)),
    })),
  };
}

function down(card: AgentCard): v0_1.AgentCard {
  const schemes = Object.values(card.securitySchemes ?? {});
  return {
    ...pick(card, "name", "description", "version", "documentationUrl"),
    url: addressOf(card),
    ...optional("provider", card.provider),
    capabilities: {
      streaming: card.capabilities.streaming ?? false,
      pushNotifications: card.capabilities.pushNotifications ?? false,
      stateTransitionHistory: false,
    },
    ...optional("authentication", schemes.length > 0 ? encodeAuthentication(schemes) : undefined),
    ...pick(card, "defaultInputModes", "defaultOutputModes"),
    skills: card.skills.map((skill) =>
      pick(skill, "id", "name", "description", "tags", "examples", "inputModes", "outputModes"),
    ),
  };
}

/** The JSON-RPC address for 0.1 callers; another generation's where none is meant for them. */
function addressOf(card: AgentCard): string {
  const rpc = card.supportedInterfaces.filter(({ protocolBinding }) => /^json-?rpc$/i.test(protocolBinding));
  const own = rpc.find(({ protocolVersion }) => normalizeVersion(protocolVersion) === "0.1");
  return (own ?? rpc[0] ?? card.supportedInterfaces[0])?.url ?? "";
}

/** 0.1 names modes by words where later generations have media types. */
function toMediaType(mode: string): string {
  return MEDIA_TYPES.get(mode) ?? mode;
}
const MEDIA_TYPES = new Map([
  ["text", "text/plain"],
  ["file", "application/octet-stream"],
  ["data", "application/json"],
]);
