import { isJsonObject, type JsonObject } from "@a2a/types";
import type { Schema } from "@a2a/types/internal/schema";
import * as v0_1 from "@a2a/types/v0_1";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { newId } from "../../normalize/normalize-values.ts";
import type { Normalizers } from "../../normalize/normalizer.ts";
import {
  asList,
  forOlderObject,
  forUnion,
  normalizeFile,
  normalizeStatusIn,
  lenientReader as readerOf,
  type StatusForm,
  taggedPart,
  withDefaults,
  withoutNulls,
} from "../../normalize/older-values.ts";
import type { Normalize, Reader } from "../../normalize/read.ts";

/** Reads by a schema of 0.1, normalizing known deviations unless strict. */
export function lenientReader<T>(schema: Schema<T>): Reader<T> {
  return readerOf(schema, normalizers);
}

const statusForm: StatusForm = {
  states: v0_1.TaskStateSchema.options,
  // States of later protocol versions that some 0.1 servers use.
  lacking: {
    rejected: { nearest: "failed", meant: "TASK_STATE_REJECTED" },
    "auth-required": { nearest: "input-required", meant: "TASK_STATE_AUTH_REQUIRED" },
  },
  fromText: (text) => ({ role: "agent", parts: [{ type: "text", text }] }),
};

const withSchemes: Normalize = forOlderObject(({ schemes, ...wire }) => {
  const list = asList(schemes);
  return { ...wire, ...(list !== undefined && { schemes: list }) };
});

/** Known deviations of 0.1 peers. */
const normalizers: Normalizers = new Map<Schema, Normalize>([
  [v0_1.PartSchema, forUnion(v0_1.PartSchema, taggedPart("type"), () => normalizers)],
  [v0_1.FileContentSchema, normalizeFile],
  [v0_1.MessageSchema, withDefaults({ role: "agent" })],
  [v0_1.TaskSendParamsSchema, forOlderObject(normalizeSend)],
  [v0_1.TaskSchema, forOlderObject(normalizeTask)],
  [v0_1.StreamEventSchema, forOlderObject(normalizeEvent)],
  [v0_1.PushNotificationAuthenticationInfoSchema, withSchemes],
  [v0_1.AgentAuthenticationSchema, withSchemes],
  [v0_1.AgentCardSchema, forOlderObject(normalizeCard)],
  [v0_1.AgentProviderSchema, withDefaults({ organization: "" })],
]);

function normalizeTask({ messages, ...wire }: JsonObject): JsonObject {
  return normalizeStatusIn(messages === undefined ? wire : { history: messages, ...wire }, statusForm);
}

function normalizeEvent(wire: JsonObject): JsonObject {
  const id = typeof wire.id === "string" ? wire.id : wire.taskId;
  return { ...normalizeStatusIn(wire, statusForm), ...(id !== undefined && { id }) };
}

/** A caller's message without a role is a user's, and a task without an id gets a new one. */
function normalizeSend(wire: JsonObject, options?: CodecOptions): JsonObject {
  const { message } = wire;
  const id = typeof wire.id === "number" ? String(wire.id) : wire.id;
  return {
    ...wire,
    id: id === undefined || id === "" ? newId(options) : id,
    ...(isJsonObject(message) && { message: { role: "user", ...withoutNulls(message) } }),
  };
}

/** A card as authors write it: modes may be within the capabilities, and most members may be missing. */
function normalizeCard(wire: JsonObject): JsonObject {
  const { capabilities = {} } = wire;
  if (!isJsonObject(capabilities)) return wire;
  const { input_modes: inputModes, output_modes: outputModes } = withoutNulls(capabilities);
  return {
    version: "",
    skills: [],
    ...(inputModes !== undefined && { defaultInputModes: inputModes }),
    ...(outputModes !== undefined && { defaultOutputModes: outputModes }),
    ...wire,
    capabilities,
  };
}
