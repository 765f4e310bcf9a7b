import {
  Base64Schema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  JsonValueSchema,
  MessageSchema,
  PartSchema,
  RoleSchema,
  SecuritySchemeSchema,
  SendMessageConfigurationSchema,
  setMember,
  TaskStateSchema,
  TaskStatusSchema,
  TimestampSchema,
} from "@a2a/types";
import type * as z from "zod";
import { randomId, toBase64, toInstant } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";

type Schema = z.core.$ZodType;

/**
 * Brings 1.0 input into the form the model has: what ProtoJSON allows on input (snake_case names, numeric enums, `null` for
 * absent, other base64 and time spellings) and what is met in the field (specification 3 and 15.2, 15.3).
 */
export function mender(schema: Schema): (wire: JsonValue, options?: CodecOptions) => JsonValue {
  return (wire, options) => mend(schema, wire, options);
}

function mend(schema: Schema, wire: JsonValue, options: CodecOptions | undefined): JsonValue {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema zod makes is one of $ZodTypes
  if (def.type === "optional") return mend(def.innerType, wire, options);
  const repair = repairs.get(schema);
  const value = repair ? repair(wire, options) : wire;
  switch (def.type) {
    case "object":
      return isJsonObject(value) ? mendMembers(def.shape, value, options) : value;
    case "record":
      return isJsonObject(value) ? mapMembers(value, (member) => mend(def.valueType, member, options)) : value;
    case "array":
      return Array.isArray(value) ? value.map((element) => mend(def.element, element, options)) : value;
    case "number":
      return typeof value === "string" && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
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

const repairs = new Map<Schema, (wire: JsonValue, options?: CodecOptions) => JsonValue>([
  [TimestampSchema, (wire) => (typeof wire === "string" ? (toInstant(wire) ?? wire) : wire)],
  [Base64Schema, (wire) => (typeof wire === "string" ? (toBase64(wire) ?? wire) : wire)],
  [TaskStateSchema, (wire) => toEnum(wire, TaskStateSchema.options, "TASK_STATE_")],
  [RoleSchema, (wire) => toEnum(wire, RoleSchema.options, "ROLE_")],
  [PartSchema, repairPart],
  [MessageSchema, repairMessage],
  [TaskStatusSchema, repairStatus],
  [SendMessageConfigurationSchema, repairConfiguration],
  [SecuritySchemeSchema, repairScheme],
]);

function toEnum(wire: JsonValue, names: readonly string[], prefix: string): JsonValue {
  if (typeof wire === "number") return names[wire] ?? wire;
  if (typeof wire !== "string" || names.includes(wire)) return wire;
  const name = prefix + wire.toUpperCase().replaceAll("-", "_").replace("CANCELLED", "CANCELED");
  return names.includes(name) ? name : wire;
}

/** `{ file: { bytes | uri, name, mimeType } }`, as older generations nest it. */
function repairPart(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire) || !isJsonObject(wire.file)) return wire;
  const { file, ...rest } = wire;
  const { bytes, fileWithBytes, uri, fileWithUri, name, mimeType, mediaType } = file;
  const raw = bytes ?? fileWithBytes;
  const url = uri ?? fileWithUri;
  return {
    ...rest,
    ...(raw != null ? { raw } : url != null ? { url } : {}),
    ...(name != null && { filename: name }),
    ...((mimeType ?? mediaType) != null && { mediaType: mimeType ?? mediaType ?? null }),
  };
}

function repairMessage(wire: JsonValue, options?: CodecOptions): JsonValue {
  if (!isJsonObject(wire) || wire.messageId != null || wire.message_id != null) return wire;
  return { ...wire, messageId: (options?.createId ?? randomId)() };
}

function repairStatus(wire: JsonValue, options?: CodecOptions): JsonValue {
  if (!isJsonObject(wire) || typeof wire.message !== "string") return wire;
  const messageId = (options?.createId ?? randomId)();
  return { ...wire, message: { messageId, role: "ROLE_AGENT", parts: [{ text: wire.message }] } };
}

/** Drafts between 0.3 and 1.0 said `blocking` and `pushNotificationConfig`. */
function repairConfiguration(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire)) return wire;
  const { blocking, pushNotificationConfig, ...rest } = wire;
  return {
    ...(typeof blocking === "boolean" && { returnImmediately: !blocking }),
    ...(isJsonObject(pushNotificationConfig) && { taskPushNotificationConfig: pushNotificationConfig }),
    ...rest,
  };
}

/** One SDK leaks its generator's `{ scheme: { $case, value } }`. */
function repairScheme(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire) || !isJsonObject(wire.scheme)) return wire;
  const { $case, value } = wire.scheme;
  return typeof $case === "string" && value !== undefined ? { [$case]: value } : wire;
}
