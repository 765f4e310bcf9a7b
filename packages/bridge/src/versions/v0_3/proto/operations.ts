import {
  type CreateTaskPushNotificationConfigRequest,
  isJsonObject,
  type JsonValue,
  type ListTaskPushNotificationConfigsResponse,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
  type Task,
  type TaskPushNotificationConfig,
} from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import type { OperationTable } from "../../../codec/operation-table.ts";
import { optional, pick } from "../../../codec/preserve.ts";
import { withTask } from "../../../codec/stream-start.ts";
import { toWire } from "../../../codec/to-wire.ts";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "../../../codec/version-codec.ts";
import { decodeEvent, decodeResult, encodeResult } from "../events.ts";
import { sendTranslation } from "../requests.ts";
import { restRows } from "../rest-rows.ts";
import { eventEncoder } from "../stream.ts";
import { decodeTask, encodeTask } from "../task.ts";
import { card } from "./card.ts";
import { type PartsName, tagMessage, untagMessage } from "./content.ts";
import { tagEvent, tagResult, untagEvent, untagResult } from "./events.ts";
import { protoReader } from "./mend.ts";
import { pushConfigs, tagPush } from "./push.ts";
import {
  ListPushConfigsSchema,
  type SendMessageRequest as ProtoRequest,
  SendMessageRequestSchema,
  SendMessageResponseSchema,
  StreamResponseSchema,
  TaskPushConfigSchema,
  TaskSchema,
} from "./shapes.ts";
import { tagTask, untagTask } from "./task.ts";

const readSend = protoReader(SendMessageRequestSchema);
const readResult = protoReader(SendMessageResponseSchema);
const readEvent = protoReader(StreamResponseSchema);
const readTask = protoReader(TaskSchema);
const readPush = protoReader(TaskPushConfigSchema);
const readPushes = protoReader(ListPushConfigsSchema);
const requests = sendTranslation(false);

/** 0.3 over HTTP+JSON in the JSON form of its protocol buffers, as official SDKs speak it. */
export function protoOperations(name: PartsName) {
  const send = {
    decodeInput: (wire: JsonValue, options?: CodecOptions): SendMessageRequest =>
      requests.decode(tagSend(readSend(wire, options))),
    encodeInput: (request: SendMessageRequest): JsonValue => toWire(untagSend(requests.encode(request), name)),
  };
  const task = {
    decodeOutput: (wire: JsonValue, options?: CodecOptions): Task => decodeTask(tagTask(readTask(wire, options))),
    encodeOutput: (value: Task, options?: CodecOptions): JsonValue =>
      toWire(untagTask(encodeTask(value, options), name)),
  };
  const stream = { decoder: eventDecoder, encoder: encoderOf(name) };
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
    cancelTask: { ...restRows.cancelTask, ...task },
    subscribeToTask: { ...restRows.subscribeToTask, ...stream },
    createTaskPushNotificationConfig: {
      ...restRows.createTaskPushNotificationConfig,
      ...push,
      decodeInput: (wire: JsonValue, options?: CodecOptions): CreateTaskPushNotificationConfigRequest => {
        const { taskId, config } = forTask(wire);
        return { ...push.decodeOutput(config, options), taskId };
      },
      encodeInput: (request: CreateTaskPushNotificationConfigRequest, options?: CodecOptions): JsonValue =>
        toWire({ id: request.taskId, ...pushConfigs.encode(request, options?.sideTable) }),
    },
    getTaskPushNotificationConfig: { ...restRows.getTaskPushNotificationConfig, ...push },
    listTaskPushNotificationConfigs: { ...restRows.listTaskPushNotificationConfigs, ...pushes },
    getExtendedAgentCard: {
      ...restRows.getExtendedAgentCard,
      decodeOutput: card.decode,
      encodeOutput: card.encode,
    },
  } satisfies OperationTable;
}
