import type { JsonValue } from "@a2a/types";

/** A value of the model or of a wire type as JSON, which it is: our types are plain data, but TypeScript has no way to see it. */
export function toWire(value: object): JsonValue {
  return value as JsonValue; // interfaces have no index signature, so they do not fit JsonObject by themselves
}
