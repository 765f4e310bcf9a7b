import {
  Base64Schema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  JsonValueSchema,
  setMember,
  TimestampSchema,
} from "@a2a/types";
import type * as z from "zod";
import type { Reader } from "./read.ts";
import { toBase64, toInstant } from "./scalars.ts";
import type { CodecOptions } from "./version-codec.ts";

type Schema = z.core.$ZodType;

/** Brings a value of one schema into form where peers deviate from it. */
export type Repair = (wire: JsonValue, options: CodecOptions | undefined) => JsonValue;

/**
 * Brings input into the form of a schema: what ProtoJSON allows beside the form it writes (snake_case names, numeric enums, numbers
 * as texts, `null` for absent, other spellings of base64 and time) always, and the repairs unless reading is strict.
 */
export function protoMender(schema: Schema, repairs: ReadonlyMap<Schema, Repair> = new Map()): Reader<JsonValue> {
  return (wire, options) => mend(schema, wire, options);

  function mend(schema: Schema, wire: JsonValue, options: CodecOptions | undefined): JsonValue {
    const { def } = (schema as z.core.$ZodTypes)._zod; // every schema zod makes is one of $ZodTypes
    if (def.type === "optional") return mend(def.innerType, wire, options);
    const value = (options?.strict ? undefined : repairs.get(schema))?.(wire, options) ?? wire;
    switch (def.type) {
      case "object":
        return isJsonObject(value) ? mendMembers(def.shape, value, options) : value;
      case "record":
        return isJsonObject(value) ? mapMembers(value, (member) => mend(def.valueType, member, options)) : value;
      case "array":
        return Array.isArray(value) ? value.map((element) => mend(def.element, element, options)) : value;
      case "number":
        return typeof value === "string" && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
      case "enum":
        return typeof value === "number" ? enumName(Object.values(def.entries), value) : value;
      case "string":
        return typeof value === "string" ? mendText(schema, value, options?.strict === true) : value;
      default:
        return value;
    }
  }

  function mendMembers(shape: Record<string, Schema>, wire: JsonObject, options: CodecOptions | undefined): JsonObject {
    const mended: JsonObject = {};
    for (const [key, value] of Object.entries(wire)) {
      const name = Object.hasOwn(shape, key) ? key : camelCase(key);
      const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (member === undefined || (name !== key && Object.hasOwn(wire, name))) continue;
      if (value === null && unwrap(member) !== JsonValueSchema) continue;
      mended[name] = mend(member, value, options);
    }
    return mended;
  }
}

function mapMembers(wire: JsonObject, change: (member: JsonValue) => JsonValue): JsonObject {
  const changed: JsonObject = {};
  for (const [key, member] of Object.entries(wire)) setMember(changed, key, change(member));
  return changed;
}

function unwrap(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod; // as above
  return def.type === "optional" ? def.innerType : schema;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Enums of the protocol buffers begin with an unspecified value; the others are texts there, and have no numbers. */
function enumName(names: readonly (string | number)[], value: number): JsonValue {
  return String(names[0]).endsWith("_UNSPECIFIED") ? (names[value] ?? value) : value;
}

function mendText(schema: Schema, text: string, strict: boolean): string {
  if (schema === Base64Schema) return toBase64(text) ?? text;
  if (schema !== TimestampSchema || (strict && !/(?:Z|[+-]\d\d:\d\d)$/.test(text))) return text;
  return toInstant(text) ?? text;
}
