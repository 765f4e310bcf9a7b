import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { isOlderTime, toBase64, toInstant } from "../codec/scalars.ts";
import { stash } from "../stash/stash.ts";
import { type StatusLosses, stashLosses } from "../stash/stash-status.ts";
import type { Normalize } from "./read.ts";

export type { Normalize } from "./read.ts";

/** A step for objects. Members that are `null` are taken as absent first: many serialisers write them so. */
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

/** A number written as text. */
export const normalizeNumber: Normalize = (wire) =>
  typeof wire === "string" && /^\d{1,10}$/.test(wire) ? Number(wire) : wire;

/** A list of one, written without its brackets. */
export const normalizeList: Normalize = (wire) => (typeof wire === "string" ? [wire] : wire);

/** A part of either older generation: `tag` is the one wanted, and the content tells what it is when the tag is missing. */
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

/** The content of a file: other names for its bytes and address, other spellings of base64. */
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

/** Only 0.1 has files with both bytes and an address; of such a file the bytes count, and the address is kept. */
function withOneContent(part: JsonObject): JsonObject {
  const { file, metadata } = part;
  if (!isJsonObject(file) || file.bytes === undefined || file.uri === undefined) return part;
  const { uri, ...rest } = file;
  if (metadata !== undefined && !isJsonObject(metadata)) return part;
  return { ...part, file: rest, metadata: stash(metadata, { uri }) ?? {} };
}

/** How a generation writes a status. */
export interface StatusForm {
  readonly states: readonly string[];
  /** States this generation lacks: the nearest one it has, and the one that is meant. */
  readonly lacking?: Readonly<Record<string, { nearest: string; meant: string }>>;
  readonly message: Normalize;
  /** A message that says a text. */
  fromText(text: string): JsonObject;
}

/**
 * A task or event with its status brought into form: states and times in other spellings, a message that is only a text. A state
 * nobody knows becomes `unknown` and is kept.
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
