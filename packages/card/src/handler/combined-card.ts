import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/**
 * One card for readers of 1.0 and of 0.3: the members of both, which do not collide but for the security schemes, whose entries are
 * merged. Capabilities are those of 1.0, as nothing has to be kept for a reader who has the rest. It carries no signatures: they
 * cover the 1.0 form alone.
 */
export function combineNewer(newer: JsonObject, older: JsonObject): JsonObject {
  const { signatures: _, capabilities, ...card } = { ...older, ...newer };
  return {
    ...card,
    ...(capabilities !== undefined && { capabilities }),
    ...(newer.securitySchemes !== undefined && {
      securitySchemes: mergeEntries(older.securitySchemes, newer.securitySchemes),
    }),
    ...(newer.skills !== undefined && { skills: mergeEntries(older.skills, newer.skills) }),
  };
}

/** One card for readers of 0.2 and of 0.1: the 0.2 form, with the one member that only 0.1 has. */
export function combineOlder(newer: JsonObject, { authentication }: JsonObject): JsonObject {
  return authentication === undefined ? newer : { ...newer, authentication };
}

/** The card as the dialect `cortex-0.1` has it: with the modes among the capabilities, by the words of the first generation. */
export function withModeLists({ capabilities, ...card }: JsonObject): JsonObject {
  return {
    ...card,
    capabilities: {
      ...(isJsonObject(capabilities) && capabilities),
      input_modes: toWords(card.defaultInputModes),
      output_modes: toWords(card.defaultOutputModes),
    },
  };
}

function toWords(modes: JsonValue | undefined): JsonValue {
  const listed = Array.isArray(modes) ? modes : [];
  return listed.map((mode) => (typeof mode === "string" ? (WORDS.get(mode) ?? mode) : mode));
}
const WORDS = new Map([
  ["text/plain", "text"],
  ["application/octet-stream", "file"],
  ["application/json", "data"],
]);

function mergeEntries(older: JsonValue | undefined, newer: JsonValue): JsonValue {
  if (Array.isArray(newer))
    return newer.map((entry, index) => merge(Array.isArray(older) ? older[index] : undefined, entry));
  if (!isJsonObject(newer) || !isJsonObject(older)) return newer;
  return Object.fromEntries(Object.entries(newer).map(([key, entry]) => [key, merge(older[key], entry)]));
}

function merge(older: JsonValue | undefined, newer: JsonValue): JsonValue {
  return isJsonObject(older) && isJsonObject(newer) ? { ...older, ...newer } : newer;
}
