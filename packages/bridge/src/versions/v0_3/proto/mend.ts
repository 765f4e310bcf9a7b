import { isJsonObject, type JsonObject } from "@a2a/types";
import type * as z from "zod";
import { protoMender, type Repair } from "../../../codec/proto-json.ts";
import { type Reader, reader } from "../../../codec/read.ts";
import { forObject, looseEnum, newId, withDefault } from "../../../codec/repairs.ts";
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

/** Reads by a shape of the protocol buffers' JSON: ProtoJSON's other spellings always, deviations unless reading is strict. */
export function protoReader<T>(schema: z.ZodType<T>): Reader<T> {
  return reader(schema, protoMender(schema, repairs));
}

const repairs: ReadonlyMap<z.core.$ZodType, Repair> = new Map<z.core.$ZodType, Repair>([
  [RoleSchema, looseEnum(RoleSchema.options, "ROLE_")],
  [TaskStateSchema, looseEnum(TaskStateSchema.options, "TASK_STATE_")],
  [PartSchema, forObject(repairPart)],
  [MessageSchema, withDefault("messageId", "message_id", newId)],
  [ArtifactSchema, withDefault("artifactId", "artifact_id", newId)],
  [TaskStatusSchema, forObject((wire) => repairMessage(renamed(wire, "update")))],
  // Earlier patches used other names for the message of requests and answers.
  [SendMessageRequestSchema, forObject((wire) => renamed(wire, "request"))],
  [SendMessageResponseSchema, forObject((wire) => renamed(wire, "msg"))],
  [StreamResponseSchema, forObject((wire) => renamed(wire, "msg"))],
]);

function renamed(wire: JsonObject, name: string): JsonObject {
  const { [name]: message, ...rest } = wire;
  return message == null || rest.message != null ? wire : { ...rest, message };
}

/** A message that is only a text. */
function repairMessage(wire: JsonObject): JsonObject {
  if (typeof wire.message !== "string") return wire;
  return { ...wire, message: { role: "ROLE_AGENT", content: [{ text: wire.message }] } };
}

/** Files in the form of JSON-RPC, and data that is not wrapped. */
function repairPart(wire: JsonObject): JsonObject {
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
