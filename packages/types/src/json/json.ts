/** Any value `JSON.parse` can return. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; the protocol calls it a Struct. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Whether a value is a JSON object, as opposed to an array, `null` or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Bounds on a JSON document. */
export interface JsonLimits {
  /** How deep objects and arrays may nest. Default 64, at most 1,000. */
  maxDepth?: number;
  /** How many values a document may hold, containers and their entries alike. Default 100,000. */
  maxNodes?: number;
}

/**
 * Checks depth and size of a parsed document. Recursion stops at the limit, so that no document can overflow the stack.
 * Returns the reason for a refusal, or `undefined` when the document is within its bounds.
 */
export function checkJson(
  value: JsonValue,
  { maxDepth = 64, maxNodes = 100_000 }: JsonLimits = {},
): string | undefined {
  const depth = Math.min(maxDepth, MAX_DEPTH);
  const left = countDown(value, depth, maxNodes - 1);
  if (left === TOO_DEEP) return `nested deeper than ${depth} levels`;
  return left < 0 ? `holds more than ${maxNodes} values` : undefined;
}

/** A depth that fits any stack. */
export const MAX_DEPTH = 1_000;
const TOO_DEEP = Number.NEGATIVE_INFINITY;

/** The remaining budget of values after this one; negative if it is exceeded. */
function countDown(value: JsonValue, depth: number, nodes: number): number {
  if (typeof value !== "object" || value === null) return nodes;
  if (depth === 0) return TOO_DEEP;
  const entries = Array.isArray(value) ? value : Object.values(value);
  let left = nodes - entries.length;
  for (const entry of entries) if (left >= 0) left = countDown(entry, depth - 1, left);
  return left;
}

/** Copies members into an object its caller owns. A `__proto__` key stays data. */
export function assignJson(target: JsonObject, source: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(source)) setMember(target, key, value);
  return target;
}

/** Sets one member; a `__proto__` key becomes an ordinary member instead of changing the prototype. */
export function setMember(target: JsonObject, key: string, value: JsonValue): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}
