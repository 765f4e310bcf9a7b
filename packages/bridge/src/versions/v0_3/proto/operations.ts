import {
  type CreateTaskPushNotificationConfigRequest,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ListTaskPushNotificationConfigsResponse,
  type SendMessageRequest,
  type SendMessageResponse,
  type Task,
  type TaskPushNotificationConfig,
} from "@a2a/types";
import type { OperationTable } from "../../../codec/operation-table.ts";
import { toWire } from "../../../codec/to-wire.ts";
import type { CodecOptions } from "../../../codec/version-codec.ts";
import { misfit } from "../../../normalize/read.ts";
import { pick } from "../../../stash/stash.ts";
import { decodeResult, encodeResult } from "../events.ts";
import { sendTranslation } from "../requests.ts";
import { eventDecoderOf, eventEncoderOf } from "../stream.ts";
import { decodeTask, encodeTask } from "../task.ts";
import { card } from "./card.ts";
import type { PartsName } from "./content.ts";
import { tagEvent, tagResult, untagEvent, untagResult } from "./events.ts";
import { listTasksRow } from "./list-tasks.ts";
import { protoReader } from "./normalize.ts";
import { nameOf, pushConfigs } from "./push.ts";
import { tagSend, untagSend } from "./requests.ts";
import { restRows } from "./rest-rows.ts";
import * as shapes from "./shapes.ts";
import { tagTask, untagTask } from "./task.ts";

const readSend = protoReader(shapes.SendMessageRequestSchema);
const readResult = protoReader(shapes.SendMessageResponseSchema);
const readEvent = protoReader(shapes.StreamResponseSchema);
const readTask = protoReader(shapes.TaskSchema);
const readPush = protoReader(shapes.TaskPushConfigSchema);
const readPushes = protoReader(shapes.ListPushConfigsSchema);
const requests = sendTranslation({ absentBlocking: false });

const push = {
  decodeOutput: (wire: JsonValue, options?: CodecOptions): TaskPushNotificationConfig =>
    pushConfigs.decode(readPush(wire, options)),
  encodeOutput: (config: TaskPushNotificationConfig): JsonValue => toWire(pushConfigs.encode(config)),
};

/** 0.3 over HTTP+JSON in ProtoJSON, as the official SDKs speak it. */
export function protoOperations(name: PartsName) {
  const send = {
    decodeInput: (wire: JsonValue, options?: CodecOptions): SendMessageRequest => {
      const request = tagSend(readSend(wire, options));
      // Protobuf cannot distinguish an empty list from an absent one, so the schema accepts it; a sent message must have parts.
      if (request.message.parts.length > 0) return requests.decode(request);
      throw misfit([{ field: `message.${name}`, description: "expected at least one part" }]);
    },
    encodeInput: (request: SendMessageRequest, options?: CodecOptions): JsonValue =>
      toWire(untagSend(requests.encode(request), name, options?.dialect?.initialProto)),
  };
  const task = {
    decodeOutput: (wire: JsonValue, options?: CodecOptions): Task => decodeTask(tagTask(readTask(wire, options))),
    encodeOutput: (value: Task, options?: CodecOptions): JsonValue =>
      toWire(untagTask(encodeTask(value, options), name)),
  };
  const stream = {
    decoder: eventDecoderOf((frame, options) => tagEvent(readEvent(frame, options), options?.contextId)),
    encoder: eventEncoderOf((event) => toWire(untagEvent(event, name))),
  };
  return {
    ...restRows,
    sendMessage: {
      ...restRows.sendMessage,
      ...send,
      decodeOutput: (wire: JsonValue, options?: CodecOptions): SendMessageResponse =>
        decodeResult(tagResult(readResult(wire, options))),
      encodeOutput: (response: SendMessageResponse, options?: CodecOptions): JsonValue =>
        toWire(untagResult(encodeResult(response, options), name)),
    },
    sendStreamingMessage: { ...restRows.sendStreamingMessage, ...send, ...stream },
    getTask: { ...restRows.getTask, ...task },
    listTasks: listTasksRow({ decode: task.decodeOutput, encode: task.encodeOutput }),
    cancelTask: { ...restRows.cancelTask, ...task },
    subscribeToTask: { ...restRows.subscribeToTask, ...stream },
    createTaskPushNotificationConfig: {
      ...restRows.createTaskPushNotificationConfig,
      ...push,
      decodeInput: (wire: JsonValue, options?: CodecOptions): CreateTaskPushNotificationConfigRequest => {
        const own = isJsonObject(wire) && typeof wire.id === "string" ? wire.id : "";
        const config = push.decodeOutput(forTask(wire, own), options);
        const taskId = own || config.taskId;
        if (taskId) return { ...config, taskId };
        throw misfit([{ field: "name", description: 'expected "tasks/{task}/pushNotificationConfigs/{config}"' }]);
      },
      // The annotation in the proto says that the body is the configuration; the official servers expect the whole request.
      encodeInput: (request: CreateTaskPushNotificationConfigRequest, options?: CodecOptions): JsonValue => {
        const { taskId: id } = request;
        const config = pushConfigs.encode(request);
        if (options?.dialect?.bareWebhooks) return toWire({ id, ...config });
        return toWire({ id, parent: `tasks/${id}`, configId: request.id || id, config });
      },
    },
    getTaskPushNotificationConfig: { ...restRows.getTaskPushNotificationConfig, ...push },
    listTaskPushNotificationConfigs: {
      ...restRows.listTaskPushNotificationConfigs,
      decodeOutput: (wire: JsonValue, options?: CodecOptions): ListTaskPushNotificationConfigsResponse => {
        const { configs = [], nextPageToken } = readPushes(wire ?? {}, options);
        const known = configs.map((config) => pushConfigs.decode(config));
        return { configs: known, ...(nextPageToken && { nextPageToken }) };
      },
      encodeOutput: (page: ListTaskPushNotificationConfigsResponse, _options?: CodecOptions): JsonValue =>
        toWire({
          configs: (page.configs ?? []).map((config) => pushConfigs.encode(config)),
          ...pick(page, "nextPageToken"),
        }),
    },
    getExtendedAgentCard: {
      ...restRows.getExtendedAgentCard,
      decodeOutput: card.decode,
      encodeOutput: card.encode,
    },
  } satisfies OperationTable;
}

/** The configuration may be nested, and need not repeat the task of the path in its name. */
function forTask(wire: JsonValue, taskId: string): JsonValue {
  if (!isJsonObject(wire)) return wire;
  const { id: _, config, configId, ...body } = wire;
  const own: JsonObject = isJsonObject(config) ? config : body;
  return typeof configId === "string" ? { ...own, name: nameOf(taskId, configId) } : own;
}
