import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { MISFIT, type Schema, type UnionSchema } from "@a2a/types/internal/schema";
import { isOlderTime } from "../codec/older-time.ts";
import { toBase64, toInstant } from "../codec/scalars.ts";
import type { CodecOptions } from "../codec/version-codec.ts";
import { stash } from "../stash/stash.ts";
import { type StatusLosses, stashLosses } from "../stash/stash-status.ts";
import { forObject } from "./normalize-values.ts";
import { type Normalizers, normalizer } from "./normalizer.ts";
import { type Normalize, type Reader, reader } from "./read.ts";

/** Reads by a schema of a protocol version before 1.0, normalizing known deviations unless strict. */
export function lenientReader<T>(schema: Schema<T>, normalizers: Normalizers): Reader<T> {
  const normalize = normalizer(schema, normalizers);
  return reader(schema, (wire, options) => (options?.strict ? wire : normalize(wire, options)));
}

/** A normalization of objects. `null` members are removed first, since many serializers write absent members as `null`. */
export function forOlderObject(change: (wire: JsonObject, options?: CodecOptions) => JsonObject): Normalize {
  return forObject((wire, options) => change(withoutNulls(wire), options));
}

/** An object without its `null` members. */
export function withoutNulls(wire: JsonObject): JsonObject {
  const entries = Object.entries(wire);
  return entries.some(([, value]) => value === null)
    ? Object.fromEntries(entries.filter(([, value]) => value !== null))
    : wire;
}

/** Defaults for members that are missing. */
export function withDefaults(defaults: JsonObject): Normalize {
  return forOlderObject((wire) => ({ ...defaults, ...wire }));
}

/**
 * A union: `toTagged` determines the variant and writes its tag, then the value is normalized as that variant. A value whose tag
 * is unknown is left for the schema to reject.
 */
export function forUnion(
  union: UnionSchema,
  toTagged: (wire: JsonObject) => JsonObject,
  normalizers: () => Normalizers,
): Normalize {
  const { tag, options: variants } = union.def;
  return forOlderObject((wire, options) => {
    const tagged = toTagged(wire);
    const variant = variants.find(({ shape }) => shape[tag]?.fit(tagged[tag]) !== MISFIT);
    // An object stays one.
    return variant ? (normalizer(variant, normalizers())(tagged, options) as JsonObject) : tagged;
  });
}

/** The tag of a part; without one, the content determines it. Some peers write `kind` for `type`, or the other way round. */
export function taggedPart(tag: "kind" | "type"): (wire: JsonObject) => JsonObject {
  return ({ kind, type, ...part }) => {
    const found = kind ?? type;
    const meant =
      typeof found === "string" ? found : ["text", "file", "data"].find((name) => Object.hasOwn(part, name));
    return { ...(meant !== undefined && { [tag]: meant }), ...part };
  };
}

/** The content of a file: other names for its bytes and URI, other base64 variants. */
export const normalizeFile: Normalize = forOlderObject((wire) => {
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
export const normalizeFilePart: Normalize = forOlderObject((part) => {
  const { file: wire = null, metadata } = part;
  const file = normalizeFile(wire);
  if (!isJsonObject(file) || file.bytes === undefined || file.uri === undefined) return part;
  const { uri, ...rest } = file;
  if (metadata !== undefined && !isJsonObject(metadata)) return part;
  return { ...part, file: rest, metadata: stash(metadata, { uri }) ?? {} };
});

/** A one-element list written without brackets. */
export function asList(wire: JsonValue | undefined): JsonValue | undefined {
  return typeof wire === "string" ? [wire] : wire;
}

/** How a protocol version writes a status. */
export interface StatusForm {
  readonly states: readonly string[];
  /** States this protocol version lacks: the nearest state it has, and the intended one. */
  readonly lacking?: Readonly<Record<string, { nearest: string; meant: string }>>;
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
  const said = typeof message === "string" ? form.fromText(message) : withoutNullsIn(message);
  if (said !== undefined) normalized.message = said;
  if (isHolder(said)) normalized.message = stashLosses({ message: said, metadata: undefined }, lost).message ?? said;
  else if (isHolder(wire)) return { ...wire, ...aroundOf(wire, lost), status: normalized };
  return { ...wire, status: normalized };
}

function withoutNullsIn(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) ? withoutNulls(value) : value;
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
