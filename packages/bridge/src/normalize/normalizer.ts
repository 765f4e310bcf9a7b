import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { setMember } from "@a2a/types/internal";
import type { Schema } from "@a2a/types/internal/schema";
import { Base64Schema, JsonValueSchema, TimestampSchema } from "@a2a/types/schemas";
import { toBase64, toInstant } from "../codec/scalars.ts";
import type { CodecOptions } from "../codec/version-codec.ts";
import type { Normalize } from "./read.ts";

/** Known deviations of peers, by the schema of the value that deviates. */
export type Normalizers = ReadonlyMap<Schema, Normalize>;

/**
 * Normalizes input for a schema: always the alternatives that ProtoJSON allows on input (snake_case names, numeric enums, numbers
 * as strings, `null` for absent, other base64 and timestamp formats), and unless strict the given normalizers, each before the
 * members of its value. Unions, and objects that keep unknown members, are left to their normalizers. With `fillsDefaults`, required
 * members that proto3 writers omit when they are empty are filled in.
 */
export function normalizer(
  schema: Schema,
  normalizers: Normalizers = new Map(),
  { fillsDefaults = false }: { fillsDefaults?: boolean } = {},
): Normalize {
  return (wire, options) => normalize(schema, wire, options);

  function normalize(schema: Schema, wire: JsonValue, options: CodecOptions | undefined): JsonValue {
    const { def } = schema;
    if (isWrapper(def)) return normalize(def.inner, wire, options);
    const value = (options?.strict ? undefined : normalizers.get(schema))?.(wire, options) ?? wire;
    switch (def.type) {
      case "object":
        return isJsonObject(value) && !def.others ? normalizeMembers(def.shape, value, options) : value;
      case "record":
        return isJsonObject(value) ? mapMembers(value, (member) => normalize(def.value, member, options)) : value;
      case "array":
        return Array.isArray(value) ? value.map((element) => normalize(def.element, element, options)) : value;
      case "integer":
        return typeof value === "string" && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
      case "enum":
        return typeof value === "number" ? enumName(def.values, value) : value;
      case "string":
        return typeof value === "string" ? normalizeText(schema, value, options?.strict === true) : value;
      default:
        return value;
    }
  }

  function normalizeMembers(
    shape: Record<string, Schema>,
    wire: JsonObject,
    options: CodecOptions | undefined,
  ): JsonObject {
    const normalized: JsonObject = {};
    for (const [key, value] of Object.entries(wire)) {
      const name = Object.hasOwn(shape, key) ? key : camelCase(key);
      const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (member === undefined || (name !== key && Object.hasOwn(wire, name))) continue;
      if (value === null && !takesNull(member)) continue;
      normalized[name] = normalize(member, value, options);
    }
    if (fillsDefaults && !options?.strict) fillDefaults(shape, normalized);
    return normalized;
  }
}

/** Adds the required members that are absent, if the empty value of their type is valid. */
function fillDefaults(shape: Record<string, Schema>, value: JsonObject): void {
  for (const [name, member] of Object.entries(shape)) {
    if (Object.hasOwn(value, name)) continue;
    const empty = emptyValue(member);
    if (empty !== undefined) value[name] = empty;
  }
}

/** The value that proto3 omits: `undefined` for members that may be absent, for messages, and for texts that cannot be empty. */
function emptyValue(schema: Schema): JsonValue | undefined {
  const { def } = schema;
  const isChecked = schema.rule !== undefined;
  switch (def.type) {
    case "string":
      return isChecked ? undefined : "";
    case "array":
      return isChecked ? undefined : [];
    case "record":
      return {};
    case "boolean":
      return false;
    case "integer":
      return 0;
    default:
      return undefined;
  }
}

function mapMembers(wire: JsonObject, change: (member: JsonValue) => JsonValue): JsonObject {
  const changed: JsonObject = {};
  for (const [key, member] of Object.entries(wire)) setMember(changed, key, change(member));
  return changed;
}

function isWrapper(def: Schema["def"]): def is Extract<Schema["def"], { type: "optional" | "nullable" }> {
  return def.type === "optional" || def.type === "nullable";
}

/** Whether `null` is a value of a member, and not another way to leave it out. */
function takesNull(schema: Schema): boolean {
  const { def } = schema;
  return isWrapper(def) ? def.type === "nullable" || takesNull(def.inner) : schema === JsonValueSchema;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Protobuf enums begin with an unspecified value; other enums are strings in the proto and have no numbers. */
function enumName(names: readonly string[], value: number): JsonValue {
  return names[0]?.endsWith("_UNSPECIFIED") ? (names[value] ?? value) : value;
}

function normalizeText(schema: Schema, text: string, strict: boolean): string {
  if (schema === Base64Schema) return toBase64(text) ?? text;
  if (schema !== TimestampSchema || (strict && !/(?:Z|[+-]\d\d:\d\d)$/.test(text))) return text;
  return toInstant(text) ?? text;
}
