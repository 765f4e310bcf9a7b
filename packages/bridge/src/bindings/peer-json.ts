import { checkJson, type JsonLimits, type JsonValue, LocalError } from "@a2a/types";
import { excerpt } from "./peer-error.ts";

/** A peer's JSON, or `undefined` when it is invalid. Throws a `LocalError` when it exceeds the limits. */
export function parsePeer(text: string, limits?: JsonLimits): JsonValue | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
  const reason = checkJson(value, limits);
  if (reason !== undefined) throw new LocalError("LIMIT", `the peer sent JSON that is out of bounds: ${reason}`);
  return value;
}

/** The JSON in one event of a stream. Throws a `LocalError` when it is invalid. */
export function parseFrame(data: string, limits?: JsonLimits): JsonValue {
  const frame = parsePeer(data, limits);
  if (frame === undefined) throw new LocalError("PROTOCOL", `an event is not JSON: ${excerpt(data)}`);
  return frame;
}
