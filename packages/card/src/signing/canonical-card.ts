import { type AgentCard, isJsonObject, type JsonObject, type JsonValue, LocalError } from "@a2a/types";
import canonicalize from "canonicalize";
import { type Content, cardMembers, type Members, type Presence } from "../document/presence.ts";

/**
 * The form of a card that a signature covers. `C1` is the specification's form: required members always, optional ones when set, others unless they hold
 * their default, and members the schema does not know as they are. `C2` is C1 without unknown members. `C3` is what the official SDKs
 * sign: C2 without empty strings, lists, objects and nulls at any depth.
 */
export type CanonicalForm = "C1" | "C2" | "C3";

/** The forms, in the order in which a verifier tries them. */
export const canonicalForms = ["C1", "C2", "C3"] as const satisfies readonly CanonicalForm[];

/**
 * The signed text of a card: its members by the rules of presence, without signatures, in the canonical JSON of RFC 8785.
 * Throws a `LocalError` `SIGNATURE` for values without a canonical form, such as numbers out of range and lone surrogates.
 */
export function canonicalCard(card: AgentCard | JsonObject, form: CanonicalForm = "C1"): string {
  const { signatures: _, ...unsigned } = card as JsonObject; // a card is plain JSON, though its type has no index signature
  const present = presentMembers(unsigned, cardMembers, form !== "C1");
  const covered = form === "C3" ? (withoutEmpties(present) ?? {}) : present;
  try {
    return canonicalize(covered) ?? "";
  } catch (cause) {
    throw new LocalError("SIGNATURE", "the card holds a value that canonical JSON cannot write", { cause });
  }
}

function presentMembers(value: JsonObject, { members }: Members, dropUnknown: boolean): JsonObject {
  const kept = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const known = Object.hasOwn(members, name) ? members[name] : undefined;
    if (known === undefined) return dropUnknown ? [] : [[name, member]];
    const [presence, content] = known;
    return isPresent(member, presence, content) ? [[name, presentContent(member, content, dropUnknown)]] : [];
  });
  return Object.fromEntries(kept);
}

function presentContent(value: JsonValue, content: Content, dropUnknown: boolean): JsonValue {
  if (typeof content === "string") return value;
  const inner = (element: JsonValue, members: Members) =>
    isJsonObject(element) ? presentMembers(element, members, dropUnknown) : element;
  if ("list" in content) return Array.isArray(value) ? value.map((element) => inner(element, content.list)) : value;
  if ("members" in content) return inner(value, content);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inner(entry, content.map)]));
}

function isPresent(value: JsonValue, presence: Presence, content: Content): boolean {
  if (value === null) return content === "free";
  return presence !== "implicit" || !(isEmpty(value) || value === false || value === 0);
}

function isEmpty(value: JsonValue): boolean {
  if (value === "" || value === null) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** The value without empty values, recursively; `undefined` when nothing is left. */
function withoutEmpties(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) {
    const rest = value.map(withoutEmpties).filter((element) => element !== undefined);
    return rest.length > 0 ? rest : undefined;
  }
  if (!isJsonObject(value)) return isEmpty(value) ? undefined : value;
  const rest = Object.entries(value).flatMap(([key, member]): [string, JsonValue][] => {
    const kept = withoutEmpties(member);
    return kept === undefined ? [] : [[key, kept]];
  });
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
