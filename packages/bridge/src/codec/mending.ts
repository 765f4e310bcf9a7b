import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { keepIn } from "./preserve.ts";
import { toBase64, toInstant } from "./scalars.ts";

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

/** A number written as text. */
export const mendNumber: Mend = (wire) => (typeof wire === "string" && /^\d{1,10}$/.test(wire) ? Number(wire) : wire);

/** A list of one, written without its brackets. */
export const mendList: Mend = (wire) => (typeof wire === "string" ? [wire] : wire);

/** The content of a file: other names for its bytes and address, other spellings of base64. */
export const mendFile: Mend = mendObject((wire) => {
  const { bytes, data, fileWithBytes, uri, url, fileWithUri, ...rest } = wire;
  const content = bytes ?? fileWithBytes ?? data;
  const address = uri ?? fileWithUri ?? url;
  return {
    ...rest,
    ...(content !== undefined && { bytes: typeof content === "string" ? (toBase64(content) ?? content) : content }),
    ...(address !== undefined && { uri: address }),
  };
});

/** A part of either older generation: `tag` is the one wanted, and the content tells what it is when the tag is missing. */
export function mendPart(tag: "kind" | "type"): Mend {
  return mendObject(({ kind, type, ...part }) => {
    const found = kind ?? type;
    const meant =
      typeof found === "string"
        ? found
        : "text" in part
          ? "text"
          : "file" in part
            ? "file"
            : "data" in part
              ? "data"
              : undefined;
    return { ...(meant !== undefined && { [tag]: meant }), ...mendMembers(part, { file: mendFile }) };
  });
}

/** A status of either older generation: states and times in other spellings, a message that is only a text. */
export function mendStatus(states: readonly string[], message: Mend, fromText: (text: string) => JsonObject): Mend {
  return mendObject((wire) => {
    const mended = mendMembers(wire, {
      message: (value) => (typeof value === "string" ? fromText(value) : message(value)),
      timestamp: (value) => (typeof value === "string" ? (isoTime(value) ?? value) : value),
    });
    if (typeof mended.timestamp === "string" && isoTime(mended.timestamp) === undefined) delete mended.timestamp;
    if (typeof wire.state === "string" && !states.includes(wire.state)) mended.state = nearest(wire.state, states);
    return mended;
  });
}

/** Keeps the state a peer invented next to the status that now says `unknown`. */
export function keepRawState(wire: JsonObject, states: readonly string[]): JsonObject {
  const { status } = wire;
  if (!isJsonObject(status) || typeof status.state !== "string") return wire;
  if (states.includes(status.state) || nearest(status.state, states) !== "unknown") return wire;
  const metadata = isJsonObject(wire.metadata) ? wire.metadata : undefined;
  return { ...wire, metadata: keepIn(metadata, { status: { rawState: status.state } }) ?? null };
}

function nearest(state: string, states: readonly string[]): string {
  const plain = state
    .toLowerCase()
    .replace(/^task_state_/, "")
    .replaceAll("_", "-")
    .replace("cancelled", "canceled");
  return states.includes(plain) ? plain : "unknown";
}

function isoTime(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/.test(text) && toInstant(text)
    ? text
    : toInstant(text);
}
