import { isJsonObject, type JsonObject } from "@a2a/types";
import type { Schema } from "@a2a/types/internal/schema";
import {
  AgentInterfaceSchema,
  ArtifactSchema,
  MessageSchema,
  PartSchema,
  RoleSchema,
  SecurityRequirementSchema,
  SecuritySchemeSchema,
  SendMessageConfigurationSchema,
  TaskArtifactUpdateEventSchema,
  TaskStateSchema,
  TaskStatusSchema,
  TaskStatusUpdateEventSchema,
} from "@a2a/types/schemas";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { forObject, looseEnum, newId, withDefault } from "../../normalize/normalize-values.ts";
import { normalizer as createNormalizer, type Normalizers } from "../../normalize/normalizer.ts";
import type { Normalize } from "../../normalize/read.ts";

/** Normalizes 1.0 input: ProtoJSON's alternative spellings, and known deviations (15.2, 15.3). */
export function normalizer(schema: Schema, isRequest = false): Normalize {
  return createNormalizer(schema, isRequest ? forRequests : normalizers, { fillsDefaults: !isRequest });
}

const normalizers: Normalizers = new Map<Schema, Normalize>([
  [TaskStateSchema, looseEnum(TaskStateSchema.options, "TASK_STATE_")],
  [RoleSchema, looseEnum(RoleSchema.options, "ROLE_")],
  [PartSchema, forObject(normalizePart)],
  [MessageSchema, withDefault("messageId", "message_id", newId)],
  [ArtifactSchema, withDefault("artifactId", "artifact_id", newId)],
  [TaskStatusSchema, forObject(normalizeStatus)],
  [TaskStatusUpdateEventSchema, forObject(normalizeEvent)],
  [TaskArtifactUpdateEventSchema, forObject(normalizeEvent)],
  [SendMessageConfigurationSchema, forObject(normalizeConfiguration)],
  [SecuritySchemeSchema, forObject(normalizeScheme)],
  // One SDK writes scopes as a bare list: `{ schemes: { oauth: ["read"] } }`.
  [SecurityRequirementSchema.shape.schemes.value, (wire) => (Array.isArray(wire) ? { list: wire } : wire)],
  [AgentInterfaceSchema, withDefault("protocolVersion", "protocol_version", () => "1.0")],
]);

// A caller has to name its message, since the id tells a repetition.
const forRequests = new Map(normalizers);
forRequests.delete(MessageSchema);

/** `{ file: { bytes | uri, name, mimeType } }`, as older protocol versions nest it; ignored beside other content. */
function normalizePart(wire: JsonObject): JsonObject {
  const { file, ...rest } = wire;
  if (!isJsonObject(file) || ["text", "raw", "url", "data"].some((name) => Object.hasOwn(rest, name))) return wire;
  const { bytes, fileWithBytes, uri, fileWithUri, name, mimeType, mediaType } = file;
  const raw = bytes ?? fileWithBytes;
  // Absent members become `null`, which means absent.
  return {
    ...rest,
    ...(raw == null ? { url: uri ?? fileWithUri ?? null } : { raw }),
    filename: name ?? rest.filename ?? null,
    mediaType: mimeType ?? mediaType ?? rest.mediaType ?? null,
  };
}

/** A message written as a string. */
function normalizeStatus(wire: JsonObject): JsonObject {
  return typeof wire.message === "string"
    ? { ...wire, message: { role: "ROLE_AGENT", parts: [{ text: wire.message }] } }
    : wire;
}

/** Events without a context id get that of their stream, or a new one. */
function normalizeEvent(wire: JsonObject, options?: CodecOptions): JsonObject {
  if (wire.contextId || wire.context_id) return wire;
  return { ...wire, contextId: options?.contextId ?? wire.taskId ?? wire.task_id ?? null };
}

/** Drafts between 0.3 and 1.0 used `blocking` and `pushNotificationConfig`. */
function normalizeConfiguration(wire: JsonObject): JsonObject {
  const { blocking, pushNotificationConfig, ...rest } = wire;
  return {
    ...(typeof blocking === "boolean" && { returnImmediately: !blocking }),
    taskPushNotificationConfig: pushNotificationConfig ?? null,
    ...rest,
  };
}

/** One SDK leaks its generator's `{ scheme: { $case, value } }`. */
function normalizeScheme(wire: JsonObject): JsonObject {
  const { $case, value } = isJsonObject(wire.scheme) ? wire.scheme : {};
  return typeof $case === "string" && value !== undefined ? { [$case]: value } : wire;
}
