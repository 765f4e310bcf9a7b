import { type AgentCard, isJsonObject, normalizeVersion } from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import { type CompatStore, cardCodec } from "../../cards/stash-card.ts";
import type { CardCodec } from "../../codec/version-codec.ts";
import { optional, pick } from "../../stash/stash.ts";
import { lenientReader } from "./normalize.ts";
import { decodeAuthentication, encodeAuthentication } from "./security.ts";
import { traits } from "./traits.ts";

/** 0.1 cards have no extensions: members that only the model has are stashed in a member of our own. */
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

/** 0.1 cards. */
export const card: CardCodec = cardCodec<v0_1.AgentCard>({
  version: "0.1",
  schema: v0_1.AgentCardSchema,
  read: lenientReader(v0_1.AgentCardSchema),
  up,
  down,
  store: inMember,
  ...traits.card,
});

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

function down(model: AgentCard): v0_1.AgentCard {
  const schemes = Object.values(model.securitySchemes ?? {});
  return {
    ...pick(model, "name", "description", "version", "documentationUrl"),
    url: addressOf(model),
    ...optional("provider", model.provider),
    capabilities: {
      streaming: model.capabilities.streaming ?? false,
      pushNotifications: model.capabilities.pushNotifications ?? false,
      stateTransitionHistory: false,
    },
    ...optional("authentication", schemes.length > 0 ? encodeAuthentication(schemes) : undefined),
    ...pick(model, "defaultInputModes", "defaultOutputModes"),
    skills: model.skills.map((skill) =>
      pick(skill, "id", "name", "description", "tags", "examples", "inputModes", "outputModes"),
    ),
  };
}

/** The JSON-RPC URL for 0.1 callers; that of another protocol version if the card has none for 0.1. */
function addressOf(card: AgentCard): string {
  const rpc = card.supportedInterfaces.filter(({ protocolBinding }) => /^json-?rpc$/i.test(protocolBinding));
  const own = rpc.find(({ protocolVersion }) => normalizeVersion(protocolVersion) === "0.1");
  return (own ?? rpc[0] ?? card.supportedInterfaces[0])?.url ?? "";
}

/** 0.1 uses names for modes where later protocol versions have media types. */
function toMediaType(mode: string): string {
  return MEDIA_TYPES.get(mode) ?? mode;
}
const MEDIA_TYPES = new Map([
  ["text", "text/plain"],
  ["file", "application/octet-stream"],
  ["data", "application/json"],
]);
