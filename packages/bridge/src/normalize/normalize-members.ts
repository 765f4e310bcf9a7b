import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { isOlderTime, toBase64, toInstant } from "../codec/scalars.ts";
import { stash } from "../stash/stash.ts";
import { type StatusLosses, stashLosses } from "../stash/stash-status.ts";
import type { Normalize } from "./read.ts";

export type { Normalize } from "./read.ts";

/** A normalization of objects. `null` members are removed first, since many serializers write absent members as `null`. */
export function normalizeObject(change: (wire: JsonObject) => JsonObject): Normalize {
  return (wire) => (isJsonObject(wire) ? change(withoutNulls(wire)) : wire);
}

/** An object without its `null` members. */
export function withoutNulls(wire: JsonObject): JsonObject {
  const entries = Object.entries(wire);
  return entries.some(([, value]) => value === null)
    ? Object.fromEntries(entries.filter(([, value]) => value !== null))
    : wire;
}

/** Changes the named members that are present. */
export function normalizeMembers(wire: JsonObject, changes: Record<string, Normalize>): JsonObject {
  const normalized = { ...wire };
  for (const [name, change] of Object.entries(changes)) {
    const member = Object.hasOwn(wire, name) ? wire[name] : undefined;
    if (member !== undefined) normalized[name] = change(member);
  }
  return normalized;
}

/** Changes each element of a list. */
export function normalizeEach(change: Normalize): Normalize {
  return (wire) => (Array.isArray(wire) ? wire.map((element) => change(element)) : wire);
}

/** Changes each member of a map. */
export function normalizeValues(change: Normalize): Normalize {
  return normalizeObject((wire) =>
    Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, change(value)])),
  );
}

/** A number written as a string. */
export const normalizeNumber: Normalize = (wire) =>
  typeof wire === "string" && /^\d{1,10}$/.test(wire) ? Number(wire) : wire;

/** A one-element list written without brackets. */
export const normalizeList: Normalize = (wire) => (typeof wire === "string" ? [wire] : wire);

/** A part of an older protocol version: `tag` is the expected tag member; without a tag, the content determines the kind. */
export function normalizePart(tag: "kind" | "type"): Normalize {
  return normalizeObject(({ kind, type, ...part }) => {
    const found = kind ?? type;
    const meant =
      typeof found === "string" ? found : ["text", "file", "data"].find((name) => Object.hasOwn(part, name));
    const normalized = {
      ...(meant !== undefined && { [tag]: meant }),
      ...normalizeMembers(part, { file: normalizeFile }),
    };
    return tag === "kind" ? withOneContent(normalized) : normalized;
  });
}

/** The content of a file: other names for its bytes and URI, other base64 variants. */
const normalizeFile: Normalize = normalizeObject((wire) => {
  const { bytes, data, fileWithBytes, uri, url, fileWithUri, ...rest } = wire;
  const content = bytes ?? fileWithBytes ?? data;
  const address = uri ?? fileWithUri ?? url;
  return {
    ...rest,
    ...(content !== undefined && { bytes: typeof content === "string" ? (toBase64(content) ?? content) : content }),
    ...(address !== undefined && { uri: address }),
  };
});

/** Only 0.1 allows files with both bytes and a URI; the bytes are used, and the URI is stashed. */
function withOneContent(part: JsonObject): JsonObject {
  const { file, metadata } = part;
  if (!isJsonObject(file) || file.bytes === undefined || file.uri === undefined) return part;
  const { uri, ...rest } = file;
  if (metadata !== undefined && !isJsonObject(metadata)) return part;
  return { ...part, file: rest, metadata: stash(metadata, { uri }) ?? {} };
}

/** How a protocol version writes a status. */
export interface StatusForm {
  readonly states: readonly string[];
  /** States this protocol version lacks: the nearest state it has, and the intended one. */
  readonly lacking?: Readonly<Record<string, { nearest: string; meant: string }>>;
  readonly message: Normalize;
  /** Builds a message from a text. */
  fromText(text: string): JsonObject;
}

/**
 * A task or event with a normalized status: states and timestamps in other spellings, a message that is a plain string. An
 * unknown state becomes `unknown` and is stashed.
 */
export function normalizeStatusIn(wire: JsonObject, form: StatusForm): JsonObject {
  if (!isJsonObject(wire.status)) return wire;
  const { state, message, timestamp, ...rest } = withoutNulls(wire.status);
  const lost: StatusLosses = typeof message === "string" ? { stringMessage: true } : {};
  const normalized: JsonObject = { ...rest };
  if (state !== undefined) normalized.state = typeof state === "string" ? normalizeState(state, form, lost) : state;
  if (timestamp !== undefined)
    normalized.timestamp = typeof timestamp === "string" ? normalizeTime(timestamp) : timestamp;
  const said = typeof message === "string" ? form.fromText(message) : message && form.message(message);
  if (said !== undefined) normalized.message = said;
  if (isHolder(said)) normalized.message = stashLosses({ message: said, metadata: undefined }, lost).message ?? said;
  else if (isHolder(wire)) return { ...wire, ...aroundOf(wire, lost), status: normalized };
  return { ...wire, status: normalized };
}

function aroundOf({ metadata: before }: { metadata?: JsonObject }, lost: StatusLosses): JsonObject {
  const { metadata } = stashLosses({ message: undefined, metadata: before }, lost);
  return metadata === undefined ? {} : { metadata };
}

/** Whether a value is an object whose metadata, if any, is an object too. */
function isHolder(value: JsonValue | undefined): value is JsonObject & { metadata?: JsonObject } {
  return isJsonObject(value) && (value.metadata === undefined || isJsonObject(value.metadata));
}

function normalizeState(state: string, { states, lacking = {} }: StatusForm, lost: StatusLosses): string {
  const plain = state
    .toLowerCase()
    .replace(/^task_state_/, "")
    .replaceAll("_", "-")
    .replace("cancelled", "canceled");
  if (states.includes(plain)) return plain;
  if (plain === "unspecified") return "unknown";
  const later = Object.hasOwn(lacking, plain) ? lacking[plain] : undefined;
  if (later === undefined) lost.rawState = state;
  else lost.state = later.meant;
  return later?.nearest ?? "unknown";
}

function normalizeTime(text: string): string {
  return isOlderTime(text) ? text : (toInstant(text) ?? text);
}
