import {
  type CreateTaskPushNotificationConfigRequest,
  isJsonObject,
  type JsonValue,
  type SendMessageResponse,
} from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import type { OperationTable } from "../../../codec/operation-table.ts";
import { toWire } from "../../../codec/to-wire.ts";
import type { CodecOptions } from "../../../codec/version-codec.ts";
import { encodeResult } from "../events.ts";
import { lenientReader } from "../normalize.ts";
import { operations } from "../operations.ts";
import { listTasksRow } from "../proto/list-tasks.ts";
import { restRows } from "../proto/rest-rows.ts";
import { eventDecoderOf, eventEncoderOf } from "../stream.ts";

const { sendMessage, getTask, createTaskPushNotificationConfig, listTaskPushNotificationConfigs } = operations;
const readEvent = lenientReader(v0_3.StreamEventSchema);

const stream = {
  decoder: eventDecoderOf((wire, options) => readEvent(unwrapped(wire, options), options)),
  encoder: eventEncoderOf(wrapped),
};

/** 0.3 over HTTP+JSON with the objects of JSON-RPC: responses wrap their object in a named member, and it keeps its tag. */
export const tagged = {
  ...restRows,
  sendMessage: {
    ...restRows.sendMessage,
    decodeOutput: (wire: JsonValue, options?: CodecOptions): SendMessageResponse =>
      sendMessage.decodeOutput(unwrapped(wire, options), options),
    encodeOutput: (response: SendMessageResponse, options?: CodecOptions): JsonValue =>
      wrapped(encodeResult(response, options)),
  },
  sendStreamingMessage: { ...restRows.sendStreamingMessage, ...stream },
  subscribeToTask: { ...restRows.subscribeToTask, ...stream },
  listTasks: listTasksRow({ decode: getTask.decodeOutput, encode: getTask.encodeOutput }),
  createTaskPushNotificationConfig: {
    ...restRows.createTaskPushNotificationConfig,
    decodeInput: (wire: JsonValue, options?: CodecOptions): CreateTaskPushNotificationConfigRequest =>
      createTaskPushNotificationConfig.decodeInput(forTask(wire), options),
    encodeInput: (request: CreateTaskPushNotificationConfigRequest): JsonValue => ({
      id: request.taskId,
      config: createTaskPushNotificationConfig.encodeInput(request),
    }),
  },
  listTaskPushNotificationConfigs: {
    ...restRows.listTaskPushNotificationConfigs,
    decodeOutput: (wire: JsonValue, options?: CodecOptions) => {
      const list = isJsonObject(wire) && !options?.strict ? (wire.configs ?? []) : wire;
      return listTaskPushNotificationConfigs.decodeOutput(list, options);
    },
  },
} satisfies OperationTable;

const MEMBERS = {
  task: "task",
  message: "message",
  "status-update": "statusUpdate",
  "artifact-update": "artifactUpdate",
} as const;

function wrapped(event: v0_3.StreamEvent): JsonValue {
  return { [MEMBERS[event.kind]]: toWire(event) };
}

/** The object in a response; some servers omit the named member. */
function unwrapped(wire: JsonValue, options: CodecOptions | undefined): JsonValue {
  if (!isJsonObject(wire) || (typeof wire.kind === "string" && !options?.strict)) return wire;
  return wire.task ?? wire.message ?? wire.statusUpdate ?? wire.artifactUpdate ?? wire;
}

/** The configuration may be nested; the task is that of the path. */
function forTask(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire)) return wire;
  const { id, config, ...body } = wire;
  return { ...(isJsonObject(config) ? config : body), ...(id !== undefined && { taskId: id }) };
}
