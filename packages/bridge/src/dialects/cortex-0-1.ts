import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import type { Dialect } from "../codec/dialect.ts";

/**
 * Clients of 0.1 that expect sends to return at once, and look for the conversation in `messages`, for results in artifacts only, and for
 * modes among the capabilities.
 */
export const cortex0_1: Dialect = {
  name: "cortex-0.1",
  blockingSends: false,
  task: withMessages,
  card: withModeLists,
};

/** Turns the text of a final status into an artifact if there is none. */
function withMessages(task: JsonObject): JsonObject {
  const { history, ...rest } = task;
  const results = Array.isArray(task.artifacts) ? task.artifacts : [];
  const said = results.length === 0 ? finalText(task.status) : [];
  const artifacts = said.length > 0 ? [{ index: 0, parts: said }] : results;
  return {
    ...rest,
    ...(artifacts.length > 0 && { artifacts }),
    ...(history !== undefined && { messages: history }),
  };
}

function finalText(status: JsonValue | undefined): JsonValue[] {
  if (!isJsonObject(status) || status.state !== "completed" || !isJsonObject(status.message)) return [];
  const { parts } = status.message;
  return Array.isArray(parts) ? parts.filter((part) => isJsonObject(part) && part.type === "text") : [];
}

/** The modes within the capabilities, by their 0.1 names. */
function withModeLists(document: JsonObject): JsonObject {
  const { capabilities, ...card } = document;
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
