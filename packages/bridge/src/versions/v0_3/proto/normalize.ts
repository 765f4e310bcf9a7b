import { isJsonObject, type JsonObject } from "@a2a/types";
import type { Schema } from "@a2a/types/internal/schema";
import { forObject, looseEnum, newId, withDefault } from "../../../normalize/normalize-values.ts";
import { type Normalizers, normalizer } from "../../../normalize/normalizer.ts";
import { type Normalize, type Reader, reader } from "../../../normalize/read.ts";
import {
  ArtifactSchema,
  MessageSchema,
  PartSchema,
  RoleSchema,
  SendMessageRequestSchema,
  SendMessageResponseSchema,
  StreamResponseSchema,
  TaskStateSchema,
  TaskStatusSchema,
} from "./shapes.ts";

/** Reads ProtoJSON by a schema: always with ProtoJSON's alternative spellings, and with known deviations unless strict. */
export function protoReader<T>(schema: Schema<T>): Reader<T> {
  return reader(schema, normalizer(schema, normalizers));
}

const normalizers: Normalizers = new Map<Schema, Normalize>([
  [RoleSchema, looseEnum(RoleSchema.options, "ROLE_")],
  [TaskStateSchema, looseEnum(TaskStateSchema.options, "TASK_STATE_")],
  [PartSchema, forObject(normalizePart)],
  [MessageSchema, withDefault("messageId", "message_id", newId)],
  [ArtifactSchema, withDefault("artifactId", "artifact_id", newId)],
  [TaskStatusSchema, forObject((wire) => normalizeMessage(renamed(wire, "update")))],
  // Earlier patch releases used other names for the message of requests and responses.
  [SendMessageRequestSchema, forObject((wire) => renamed(wire, "request"))],
  [SendMessageResponseSchema, forObject((wire) => renamed(wire, "msg"))],
  [StreamResponseSchema, forObject((wire) => renamed(wire, "msg"))],
]);

function renamed(wire: JsonObject, name: string): JsonObject {
  const { [name]: message, ...rest } = wire;
  return message == null || rest.message != null ? wire : { ...rest, message };
}

/** A message written as a string. */
function normalizeMessage(wire: JsonObject): JsonObject {
  if (typeof wire.message !== "string") return wire;
  return { ...wire, message: { role: "ROLE_AGENT", content: [{ text: wire.message }] } };
}

/** Files in their JSON-RPC form, and unwrapped data. */
function normalizePart(wire: JsonObject): JsonObject {
  const { file, data } = wire;
  if (isJsonObject(file)) {
    const { bytes, uri, ...rest } = file;
    return {
      ...wire,
      file: { ...(bytes != null && { fileWithBytes: bytes }), ...(uri != null && { fileWithUri: uri }), ...rest },
    };
  }
  return isJsonObject(data) && !isJsonObject(data.data) ? { ...wire, data: { data } } : wire;
}
