import { cleanLines, cleanText } from "@a2a/card";
import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { type FileRef, filesOf } from "./files.ts";
import { formatOutcome } from "./format-result.ts";
import type { Outcome } from "./outcome.ts";
import { shownId } from "./shown-id.ts";

/** A file to pass to a model, with its bytes. */
export interface ShownFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Whether the task ended without a result. */
export function hasFailed(outcome: Outcome): outcome is Extract<Outcome, { error: object }> {
  return "error" in outcome;
}

/** Renders an outcome as text for a model: its marker and text, then its data, and its files and links by name. Never contains bytes. */
export function modelText(outcome: Outcome): string {
  const lines = [formatOutcome(outcome)];
  if (outcome.status === "completed") {
    if (outcome.data !== undefined) lines.push(`Data: ${cut(JSON.stringify(cleanJson(outcome.data)))}`);
    for (const file of outcome.files) lines.push(`File: ${describe(file)}`);
  }
  if ("links" in outcome) for (const link of outcome.links) lines.push(`Link: ${cleanText(link, 2_000)}`);
  return lines.join("\n");
}

/** The inline files of an outcome whose media types a model can read, up to 1 MiB each. */
export function shownFiles(outcome: Outcome, kinds: RegExp): ShownFile[] {
  if (outcome.status !== "completed") return [];
  // An outcome that was serialized as JSON has lost the functions of its files, but not its artifacts.
  const parts = outcome.artifacts.flatMap((artifact) => artifact.parts);
  const files = parts.length > 0 ? filesOf(parts) : outcome.files;
  return files.flatMap(({ name, mediaType, size = 0, bytes }) =>
    bytes && size <= MAX_SHOWN && kinds.test(mediaType) ? [{ name: cleanText(name), mediaType, bytes: bytes() }] : [],
  );
}

/** Converts an outcome to plain JSON, with the ids that a model may see and without invisible characters. */
export function plainOutcome(given: Outcome): JsonObject {
  const outcome = withShownIds(given);
  if (outcome.status !== "completed") return cleanJson(outcome as unknown as JsonObject); // strings and lists all the way down
  const { artifacts: _, files, ...rest } = outcome;
  const named = files.map(({ bytes: _bytes, ...file }): JsonObject => ({ ...file }));
  return cleanJson({ ...rest, files: named });
}

function cleanJson<Value extends JsonValue>(value: Value): Value;
function cleanJson(value: JsonValue): JsonValue {
  if (typeof value === "string") return cleanLines(value);
  if (Array.isArray(value)) return value.map((item) => cleanJson(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanLines(name), cleanJson(member)]));
}

function withShownIds(outcome: Outcome): Outcome {
  const { taskId, contextId } = { contextId: undefined, ...outcome };
  return {
    ...outcome,
    ...(taskId !== undefined && { taskId: shownId(taskId) }),
    ...(contextId !== undefined && { contextId: shownId(contextId) }),
  };
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let units = "";
  for (const byte of bytes) units += String.fromCharCode(byte);
  return btoa(units);
}

const MAX_SHOWN = 1024 * 1024;

function describe({ name, mediaType, size, url }: FileRef): string {
  const about = [cleanText(mediaType), ...(size === undefined ? [] : [`${size} bytes`])].join(", ");
  return `${cleanText(name)} (${about})${url === undefined ? "" : ` at ${cleanText(url, 2_000)}`}`;
}

function cut(text: string): string {
  return text.length > 20_000 ? `${text.slice(0, 20_000)}…` : text;
}
