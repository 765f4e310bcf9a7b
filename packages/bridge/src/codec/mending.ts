import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { keepIn } from "./preserve.ts";
import { isOlderTime, toBase64, toInstant } from "./scalars.ts";
import { keepLosses, type StatusLosses } from "./status-compat.ts";

/** A step that brings one object of the wire into form; what is no object is left for the schema to refuse. */
export type Mend = (wire: JsonValue) => JsonValue;

/** A step for objects. Members that are `null` are taken as absent first: many serialisers write them so. */
export function mendObject(change: (wire: JsonObject) => JsonObject): Mend {
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
export function mendMembers(wire: JsonObject, changes: Record<string, Mend>): JsonObject {
  const mended = { ...wire };
  for (const [name, change] of Object.entries(changes)) {
    const member = Object.hasOwn(wire, name) ? wire[name] : undefined;
    if (member !== undefined) mended[name] = change(member);
  }
  return mended;
}

/** Changes each element of a list. */
export function mendEach(change: Mend): Mend {
  return (wire) => (Array.isArray(wire) ? wire.map(change) : wire);
}

/** Changes each member of a map. */
export function mendValues(change: Mend): Mend {
  return mendObject((wire) => Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, change(value)])));
}

/** A number written as text. */
export const mendNumber: Mend = (wire) => (typeof wire === "string" && /^\d{1,10}$/.test(wire) ? Number(wire) : wire);

/** A list of one, written without its brackets. */
export const mendList: Mend = (wire) => (typeof wire === "string" ? [wire] : wire);

/** A part of either older generation: `tag` is the one wanted, and the content tells what it is when the tag is missing. */
export function mendPart(tag: "kind" | "type"): Mend {
  return mendObject(({ kind, type, ...part }) => {
    const found = kind ?? type;
    const meant =
      typeof found === "string" ? found : ["text", "file", "data"].find((name) => Object.hasOwn(part, name));
    const mended = { ...(meant !== undefined && { [tag]: meant }), ...mendMembers(part, { file: mendFile }) };
    return tag === "kind" ? withOneContent(mended) : mended;
  });
}

/** The content of a file: other names for its bytes and address, other spellings of base64. */
const mendFile: Mend = mendObject((wire) => {
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
  return { ...part, file: rest, metadata: keepIn(metadata, { uri }) ?? {} };
}

/** How a generation writes a status. */
export interface StatusForm {
  readonly states: readonly string[];
  /** States this generation lacks: the nearest one it has, and the one that is meant. */
  readonly lacking?: Readonly<Record<string, { nearest: string; meant: string }>>;
  readonly message: Mend;
  /** A message that says a text. */
  fromText(text: string): JsonObject;
}

/**
 * A task or event with its status brought into form: states and times in other spellings, a message that is only a text. A state
 * nobody knows becomes `unknown` and is kept.
 */
export function mendStatusIn(wire: JsonObject, form: StatusForm): JsonObject {
  if (!isJsonObject(wire.status)) return wire;
  const { state, message, timestamp, ...rest } = withoutNulls(wire.status);
  const lost: StatusLosses = typeof message === "string" ? { stringMessage: true } : {};
  const mended: JsonObject = { ...rest };
  if (state !== undefined) mended.state = typeof state === "string" ? mendState(state, form, lost) : state;
  if (timestamp !== undefined) mended.timestamp = typeof timestamp === "string" ? mendTime(timestamp) : timestamp;
  const said = typeof message === "string" ? form.fromText(message) : message && form.message(message);
  if (said !== undefined) mended.message = said;
  if (isHolder(said)) mended.message = keepLosses({ message: said, metadata: undefined }, lost).message ?? said;
  else if (isHolder(wire)) return { ...wire, ...aroundOf(wire, lost), status: mended };
  return { ...wire, status: mended };
}

function aroundOf({ metadata: before }: { metadata?: JsonObject }, lost: StatusLosses): JsonObject {
  const { metadata } = keepLosses({ message: undefined, metadata: before }, lost);
  return metadata === undefined ? {} : { metadata };
}

/** Whether a value is an object whose metadata, if any, is an object too. */
function isHolder(value: JsonValue | undefined): value is JsonObject & { metadata?: JsonObject } {
  return isJsonObject(value) && (value.metadata === undefined || isJsonObject(value.metadata));
}

function mendState(state: string, { states, lacking = {} }: StatusForm, lost: StatusLosses): string {
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

function mendTime(text: string): string {
  return isOlderTime(text) ? text : (toInstant(text) ?? text);
}
