import { type AgentCard, isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { decodeCard } from "../discover/decode-card.ts";
import { type Content, cardMembers, type Members } from "../document/presence.ts";

/**
 * The card that a signature covers, read from the canonical text alone: a member that only the document has could have been
 * injected. Required members that the text omits because they were empty are empty again. Throws if the result is not a card.
 */
export function coveredCard(canonical: string): AgentCard {
  const covered = JSON.parse(canonical) as JsonObject; // the canonical text of a card is that of an object
  const isNewest = Array.isArray(covered.supportedInterfaces);
  return decodeCard(isNewest ? withRequired(covered, cardMembers) : covered).card;
}

function withRequired(value: JsonObject, { members }: Members): JsonObject {
  const filled = { ...value };
  for (const [name, [presence, content]] of Object.entries(members)) {
    const member = value[name];
    if (member !== undefined) filled[name] = inside(member, content);
    else if (presence === "required") filled[name] = emptyOf(content);
  }
  return filled;
}

function inside(value: JsonValue, content: Content): JsonValue {
  if (typeof content === "string") return value;
  const fill = (entry: JsonValue, members: Members) => (isJsonObject(entry) ? withRequired(entry, members) : entry);
  if ("members" in content) return fill(value, content);
  if ("list" in content) return Array.isArray(value) ? value.map((entry) => fill(entry, content.list)) : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fill(entry, content.map)]));
}

function emptyOf(content: Content): JsonValue {
  if (content === "text") return "";
  return content === "texts" || (typeof content === "object" && "list" in content) ? [] : {};
}
