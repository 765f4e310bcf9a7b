import { cleanText } from "@a2a/card";
import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/** A schema larger than this, as JSON, is not shown to a model. */
const MAX_LENGTH = 16_384;
const MAX_DEPTH = 12;

/**
 * Prepares the schema of a remote agent for a model: its texts are an outsider's, so they are cleaned and cut like the rest of its card,
 * and patterns, which a framework might run, are dropped. `undefined` for a schema that is too large or too deep.
 */
export function cleanSchema(schema: JsonObject): JsonObject | undefined {
  if (JSON.stringify(schema).length > MAX_LENGTH) return undefined;
  const cleaned = clean(schema, 0);
  return isJsonObject(cleaned) ? cleaned : undefined;
}

function clean(value: JsonValue, depth: number): JsonValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => clean(item, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isJsonObject(value)) return value;
  const members: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === "string" && DROPPED.has(name)) continue;
    const cleaned = clean(member, depth + 1);
    if (cleaned === undefined) return undefined;
    members.push([name === "$ref" ? name : cleanText(name), cleaned]);
  }
  return Object.fromEntries(members);
}
const DROPPED: ReadonlySet<string> = new Set(["pattern", "$id", "$schema", "$comment", "contentEncoding"]);
