import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import type { Schema, UnionSchema } from "@a2a/types/internal/schema";
import * as v0_3 from "@a2a/types/v0_3";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { newId, withDefault } from "../../normalize/normalize-values.ts";
import type { Normalizers } from "../../normalize/normalizer.ts";
import {
  forOlderObject,
  forUnion,
  normalizeFile,
  normalizeFilePart,
  normalizeStatusIn,
  lenientReader as readerOf,
  type StatusForm,
  taggedPart,
  withoutNulls,
} from "../../normalize/older-values.ts";
import type { Normalize, Reader } from "../../normalize/read.ts";

/** Reads by a schema of 0.3, normalizing known deviations unless strict. */
export function lenientReader<T>(schema: Schema<T>): Reader<T> {
  return readerOf(schema, normalizers);
}

const message: Normalize = forOlderObject(({ content, ...wire }, options) => ({
  kind: "message",
  messageId: newId(options),
  role: "agent",
  ...(content !== undefined && { parts: content }),
  ...wire,
}));

/** A status update, also that of 0.2. */
export const statusUpdate: Normalize = forOlderObject((wire, options) => ({
  final: false,
  ...withContext(normalizeStatusIn(wire, statusForm(options)), options),
}));

/** An event, or the answer to a message, also those of 0.2. */
export function eventUnion(schema: UnionSchema, known = () => normalizers): Normalize {
  return forUnion(schema, tagged, known);
}

/** Known deviations of 0.3 peers. */
export const normalizers: Normalizers = new Map<Schema, Normalize>([
  [v0_3.StreamEventSchema, eventUnion(v0_3.StreamEventSchema)],
  [v0_3.SendMessageResultSchema, eventUnion(v0_3.SendMessageResultSchema)],
  [v0_3.PartSchema, forUnion(v0_3.PartSchema, taggedPart("kind"), () => normalizers)],
  [v0_3.FilePartSchema, normalizeFilePart],
  [v0_3.FileContentSchema, normalizeFile],
  [v0_3.RoleSchema, normalizeRole],
  [v0_3.MessageSchema, message],
  [v0_3.MessageSendParamsSchema, forOlderObject(normalizeSend)],
  [v0_3.MessageSendParamsSchema.shape.message, message],
  [v0_3.ArtifactSchema, withDefault("artifactId", "artifact_id", newId)],
  [v0_3.TaskSchema, forOlderObject(normalizeTask)],
  [v0_3.TaskStatusUpdateEventSchema, statusUpdate],
  [v0_3.TaskArtifactUpdateEventSchema, forOlderObject(withContext)],
]);

/** Some servers omit the tag of tasks, or have no contexts. */
function normalizeTask(wire: JsonObject, options?: CodecOptions): JsonObject {
  return {
    kind: "task",
    ...(typeof wire.id === "string" && { contextId: wire.id }),
    ...normalizeStatusIn(wire, statusForm(options)),
  };
}

function statusForm(options?: CodecOptions): StatusForm {
  return {
    states: v0_3.TaskStateSchema.options,
    fromText: (text) => ({
      kind: "message",
      messageId: newId(options),
      role: "agent",
      parts: [{ kind: "text", text }],
    }),
  };
}

/** Events without a context id get that of their stream, or that of their task. */
function withContext(wire: JsonObject, options?: CodecOptions): JsonObject {
  const contextId = options?.contextId ?? wire.taskId;
  return { ...(contextId !== undefined && { contextId }), ...wire };
}

/** A caller's message without a role is a user's. Some write its id beside it. */
function normalizeSend({ messageId, ...wire }: JsonObject): JsonObject {
  if (!isJsonObject(wire.message)) return wire;
  const asUser: JsonObject = { role: "user", ...(messageId !== undefined && { messageId }) };
  return { ...wire, message: { ...asUser, ...withoutNulls(wire.message) } };
}

/** The kind of an untagged object. */
function tagged(wire: JsonObject): JsonObject {
  if (typeof wire.kind === "string" && wire.kind !== "") return wire;
  return { ...wire, kind: kindOf(wire) };
}

function kindOf(wire: JsonObject): string {
  if ("parts" in wire || "content" in wire) return "message";
  if ("artifact" in wire) return "artifact-update";
  return "status" in wire && "taskId" in wire ? "status-update" : "task";
}

function normalizeRole(wire: JsonValue): JsonValue {
  if (wire === "ROLE_USER") return "user";
  return wire === "ROLE_AGENT" ? "agent" : wire;
}
