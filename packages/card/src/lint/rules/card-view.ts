import { cardReaders, detectCard } from "@a2a/bridge/cards";
import {
  type AgentCapabilities,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ProtocolVersion,
} from "@a2a/types";
import type { Binding } from "../../build/build-card.ts";
import { escapePointer } from "../../document/duplicate-keys.ts";

/** Facts about a card from outside its document. */
export interface LintContext {
  /** Where the card is, or will be, served. */
  url?: string;
  /** The protocol versions that the server supports. */
  versions?: readonly ProtocolVersion[];
  /** The bindings that the server supports. */
  bindings?: readonly Binding[];
  /** The capabilities of the server. */
  capabilities?: AgentCapabilities;
}

/** A value of a card and its JSON pointer. */
export interface CardLocation<T extends JsonValue = JsonValue> {
  readonly pointer: string;
  readonly value: T;
}

/** An interface of an agent, in any protocol version. */
export interface InterfaceView {
  readonly pointer: string;
  /** The member that holds the address. */
  readonly urlPointer: string;
  readonly url: string;
  readonly binding: string;
  readonly version: string;
  readonly tenant: string;
}

/** Schemes that are needed together, by name, each with its scopes. */
export interface RequirementView {
  readonly pointer: string;
  readonly schemes: ReadonlyMap<string, readonly string[]>;
}

/** A card as the rules see it: its JSON, with interfaces and security normalized across protocol versions. Nothing is validated. */
export interface CardView {
  /** The document, if it is known as text. */
  readonly text: string | undefined;
  readonly card: JsonObject;
  readonly version: ProtocolVersion;
  readonly context: LintContext;
  readonly interfaces: readonly InterfaceView[];
  readonly skills: readonly CardLocation<JsonObject>[];
  readonly extensions: readonly CardLocation<JsonObject>[];
  readonly schemes: readonly (CardLocation<JsonObject> & { readonly name: string })[];
  readonly requirements: readonly RequirementView[];
  readonly signatures: readonly CardLocation<JsonObject>[];
  /** Every value in the card, members and elements, except those in its signatures. */
  readonly locations: readonly (CardLocation & { readonly name: string })[];
}

/** The view of a card. */
export function viewCard(card: JsonObject, text: string | undefined, context: LintContext): CardView {
  const version = detectCard(cardReaders, card)?.version ?? "";
  const skills = objectsIn(card.skills, "/skills");
  const { signatures, ...unsigned } = card;
  return {
    text,
    card,
    version,
    context,
    interfaces: version === "1.0" ? newerInterfaces(card) : olderInterfaces(card, version),
    skills,
    extensions: objectsIn(asObject(card.capabilities).extensions, "/capabilities/extensions"),
    schemes: Object.entries(asObject(card.securitySchemes)).map(([name, value]) => ({
      name,
      pointer: `/securitySchemes/${escapePointer(name)}`,
      value: asObject(value),
    })),
    requirements: [{ pointer: "", value: card }, ...skills].flatMap(requirementsOf),
    signatures: objectsIn(signatures, "/signatures"),
    locations: locationsBelow(unsigned),
  };
}

/** The value if it is an object, else an empty object. */
export function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value if it is a string, else an empty string. */
export function asText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The strings of a list, with their pointers. */
export function textsIn(value: JsonValue | undefined, pointer: string): CardLocation<string>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((text, index) =>
    typeof text === "string" ? [{ pointer: `${pointer}/${index}`, value: text }] : [],
  );
}

function objectsIn(value: JsonValue | undefined, pointer: string): CardLocation<JsonObject>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, index) =>
    isJsonObject(entry) ? [{ pointer: `${pointer}/${index}`, value: entry }] : [],
  );
}

function newerInterfaces(card: JsonObject): InterfaceView[] {
  return objectsIn(card.supportedInterfaces, "/supportedInterfaces").map(({ pointer, value }) => ({
    pointer,
    urlPointer: `${pointer}/url`,
    url: asText(value.url),
    binding: asText(value.protocolBinding),
    version: asText(value.protocolVersion),
    tenant: asText(value.tenant),
  }));
}

function olderInterfaces(card: JsonObject, cardVersion: ProtocolVersion): InterfaceView[] {
  const version = asText(card.protocolVersion) || cardVersion;
  const main = { pointer: "", urlPointer: "/url", url: asText(card.url), binding: asText(card.preferredTransport) };
  const others = objectsIn(card.additionalInterfaces, "/additionalInterfaces").map(({ pointer, value }) => ({
    pointer,
    urlPointer: `${pointer}/url`,
    url: asText(value.url),
    binding: asText(value.transport),
  }));
  // The main one is repeated in the list by custom, and without a transport it is JSON-RPC.
  const all = [main, ...others.filter(({ url, binding }) => url !== main.url || binding !== main.binding)];
  return all.map((entry) => ({ ...entry, binding: entry.binding || "JSONRPC", version, tenant: "" }));
}

function requirementsOf({ pointer, value }: CardLocation<JsonObject>): RequirementView[] {
  const newer = objectsIn(value.securityRequirements, `${pointer}/securityRequirements`).map((requirement) => ({
    pointer: requirement.pointer,
    schemes: scopesBy(asObject(requirement.value.schemes), (scopes) => asObject(scopes).list),
  }));
  const older = objectsIn(value.security, `${pointer}/security`).map((requirement) => ({
    pointer: requirement.pointer,
    schemes: scopesBy(requirement.value, (scopes) => scopes),
  }));
  return [...newer, ...older];
}

function scopesBy(schemes: JsonObject, listOf: (scopes: JsonValue) => JsonValue | undefined): Map<string, string[]> {
  return new Map(
    Object.entries(schemes).map(([name, scopes]) => [name, textsIn(listOf(scopes), "").map(({ value }) => value)]),
  );
}

function locationsBelow(card: JsonObject): (CardLocation & { name: string })[] {
  const locations: (CardLocation & { name: string })[] = [];
  let level: CardLocation[] = [{ pointer: "", value: card }];
  while (level.length > 0) {
    const next: typeof locations = [];
    for (const { pointer, value } of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const [name, member] of Object.entries(value)) {
        next.push({ name, pointer: `${pointer}/${escapePointer(name)}`, value: member });
      }
    }
    locations.push(...next);
    level = next;
  }
  return locations;
}
