import type { CardCodec } from "@a2a/bridge";
import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/**
 * One document for readers of two protocol versions: the card of the newer one, with the members of the older one that it `absorbs`.
 * With `"all"`, entries of security schemes and skills are merged, since both versions have members of these names, and signatures
 * are left out: they cover one form alone.
 */
export function absorb(newer: JsonObject, older: JsonObject, absorbs: CardCodec["absorbs"] = []): JsonObject {
  if (absorbs === "all") return merged(newer, older);
  const taken = absorbs.filter((name) => older[name] !== undefined).map((name) => [name, older[name]]);
  return { ...newer, ...Object.fromEntries(taken) };
}

function merged(newer: JsonObject, older: JsonObject): JsonObject {
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

function mergeEntries(older: JsonValue | undefined, newer: JsonValue): JsonValue {
  if (Array.isArray(newer))
    return newer.map((entry, index) => merge(Array.isArray(older) ? older[index] : undefined, entry));
  if (!isJsonObject(newer) || !isJsonObject(older)) return newer;
  return Object.fromEntries(Object.entries(newer).map(([key, entry]) => [key, merge(older[key], entry)]));
}

function merge(older: JsonValue | undefined, newer: JsonValue): JsonValue {
  return isJsonObject(older) && isJsonObject(newer) ? { ...older, ...newer } : newer;
}
