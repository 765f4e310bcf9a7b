import type { JsonValue } from "@a2a/types";

/** A value of the model or of a wire type as JSON. Our types are plain data, which TypeScript cannot verify. */
export function toWire(value: object): JsonValue {
  return value as JsonValue; // interfaces have no index signature, so they do not fit JsonObject by themselves
}
