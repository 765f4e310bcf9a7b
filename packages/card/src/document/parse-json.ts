import { excerpt } from "@a2a/bridge";
import { type JsonValue, LocalError } from "@a2a/types";

/** The value of a JSON text. `said` starts the message of the error for invalid JSON. */
export function parseJson(text: string, said = "the card is not JSON"): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
  } catch (cause) {
    throw new LocalError("PROTOCOL", `${said}: ${excerpt(text)}`, { cause });
  }
}
