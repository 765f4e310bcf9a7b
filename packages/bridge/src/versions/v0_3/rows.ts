import type {
  CancelTaskRequest,
  CreateTaskPushNotificationConfigRequest,
  Empty,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  JsonValue,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  SendMessageRequest,
  SendMessageResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from "@a2a/types";
import * as s from "@a2a/types/internal/schema";
import * as v0_3 from "@a2a/types/v0_3";
import type { OperationTable } from "../../codec/operation-table.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions, StreamDecoder } from "../../codec/version-codec.ts";
import { keptCount, keptText, optional, stash, unstash } from "../../stash/stash.ts";
import { decodeResult, encodeResult } from "./events.ts";
import { lenientReader } from "./normalize.ts";
import { pushConfigs } from "./push.ts";
import { methods } from "./request-traits.ts";
import type { SendTranslation } from "./requests.ts";
import { eventEncoderOf } from "./stream.ts";
import { decodeTask, encodeTask } from "./task.ts";

const readSend = lenientReader(v0_3.MessageSendParamsSchema);
const readResult = lenientReader(v0_3.SendMessageResultSchema);
const readTask = lenientReader(v0_3.TaskSchema);
const readQuery = lenientReader(v0_3.TaskQueryParamsSchema);
const readId = lenientReader(v0_3.TaskIdParamsSchema);
const readPush = lenientReader(v0_3.TaskPushNotificationConfigSchema);
const readPushes = lenientReader(s.array(v0_3.TaskPushNotificationConfigSchema));
const readPushQuery = lenientReader(v0_3.GetTaskPushNotificationConfigParamsSchema);
const readPushDelete = lenientReader(v0_3.DeleteTaskPushNotificationConfigParamsSchema);

const task = {
  decodeOutput: (wire: JsonValue, options?: CodecOptions): Task => decodeTask(readTask(wire, options)),
  encodeOutput: (value: Task, options?: CodecOptions): JsonValue => toWire(encodeTask(value, options)),
};

const push = {
  decodeOutput: (wire: JsonValue, options?: CodecOptions): TaskPushNotificationConfig =>
    pushConfigs.decode(readPush(wire, options)),
  encodeOutput: (config: TaskPushNotificationConfig): JsonValue => toWire(pushConfigs.encode(config)),
};

/** The rows shared by 0.2 and 0.3, parameterized by their send requests and stream items. */
export function rowsOf(translation: SendTranslation, decoder: (options?: CodecOptions) => StreamDecoder) {
  const send = {
    decodeInput: (wire: JsonValue, options?: CodecOptions): SendMessageRequest =>
      translation.decode(readSend(wire, options)),
    encodeInput: (request: SendMessageRequest): JsonValue => toWire(translation.encode(request)),
  };
  const stream = { decoder, encoder: eventEncoderOf(toWire) };
  return {
    sendMessage: {
      ...methods.sendMessage,
      ...send,
      decodeOutput: (wire: JsonValue, options?: CodecOptions): SendMessageResponse =>
        decodeResult(readResult(wire, options)),
      encodeOutput: (response: SendMessageResponse, options?: CodecOptions): JsonValue =>
        toWire(encodeResult(response, options)),
    },
    sendStreamingMessage: { ...methods.sendStreamingMessage, ...send, ...stream },
    getTask: {
      ...methods.getTask,
      decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskRequest => {
        const { metadata, ...query } = readQuery(wire, options);
        return { ...tenantOf(metadata), ...query };
      },
      encodeInput: ({ tenant, ...query }: GetTaskRequest): JsonValue => toWire({ ...query, ...keptTenant(tenant) }),
      ...task,
    },
    cancelTask: {
      ...methods.cancelTask,
      decodeInput: (wire: JsonValue, options?: CodecOptions): CancelTaskRequest => {
        const { id, metadata } = readId(wire, options);
        const taken = unstash(metadata, "tenant");
        return {
          ...optional("tenant", keptText(taken.kept, "tenant")),
          id,
          ...optional("metadata", taken.metadata),
        };
      },
      encodeInput: ({ tenant, id, metadata }: CancelTaskRequest): JsonValue =>
        toWire({ id, ...optional("metadata", stash(metadata, { tenant })) }),
      ...task,
    },
    subscribeToTask: {
      ...methods.subscribeToTask,
      decodeInput: (wire: JsonValue, options?: CodecOptions): SubscribeToTaskRequest => {
        const { id, metadata } = readId(wire, options);
        return { ...tenantOf(metadata), id };
      },
      encodeInput: ({ tenant, id }: SubscribeToTaskRequest): JsonValue => toWire({ id, ...keptTenant(tenant) }),
      ...stream,
    },
    createTaskPushNotificationConfig: {
      ...methods.createTaskPushNotificationConfig,
      decodeInput: (wire: JsonValue, options?: CodecOptions): CreateTaskPushNotificationConfigRequest => {
        const read = readPush(wire, options);
        return { ...pushConfigs.decode(read), taskId: read.taskId };
      },
      encodeInput: push.encodeOutput,
      ...push,
    },
    getTaskPushNotificationConfig: {
      ...methods.getTaskPushNotificationConfig,
      // Without a configuration id any configuration may be returned; the task id means the oldest.
      decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskPushNotificationConfigRequest => {
        const { id, pushNotificationConfigId, metadata } = readPushQuery(wire, options);
        return { ...tenantOf(metadata), taskId: id, id: pushNotificationConfigId || id };
      },
      encodeInput: (request: GetTaskPushNotificationConfigRequest): JsonValue => toWire(encodePushQuery(request)),
      ...push,
    },
    listTaskPushNotificationConfigs: {
      ...methods.listTaskPushNotificationConfigs,
      decodeInput: (wire: JsonValue, options?: CodecOptions): ListTaskPushNotificationConfigsRequest => {
        const { id, metadata } = readId(wire, options);
        const { metadata: _, kept } = unstash(metadata, "tenant", "pageSize", "pageToken");
        return {
          taskId: id,
          ...optional("pageSize", keptCount(kept, "pageSize")),
          ...optional("pageToken", keptText(kept, "pageToken")),
          ...optional("tenant", keptText(kept, "tenant")),
        };
      },
      encodeInput: ({ taskId, ...lost }: ListTaskPushNotificationConfigsRequest): JsonValue =>
        toWire({ id: taskId, ...optional("metadata", stash(undefined, lost)) }),
      decodeOutput: (wire: JsonValue, options?: CodecOptions): ListTaskPushNotificationConfigsResponse => ({
        configs: (wire === null ? [] : readPushes(wire, options)).map((config) => pushConfigs.decode(config)),
      }),
      encodeOutput: ({ configs = [] }: ListTaskPushNotificationConfigsResponse, _options?: CodecOptions): JsonValue =>
        configs.map((config) => toWire(pushConfigs.encode(config))),
    },
    deleteTaskPushNotificationConfig: {
      ...methods.deleteTaskPushNotificationConfig,
      decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskPushNotificationConfigRequest => {
        const { id, pushNotificationConfigId, metadata } = readPushDelete(wire, options);
        return { ...tenantOf(metadata), taskId: id, id: pushNotificationConfigId };
      },
      encodeInput: (request: GetTaskPushNotificationConfigRequest): JsonValue => toWire(encodePushQuery(request)),
      decodeOutput: (): Empty => ({}),
      encodeOutput: (): JsonValue => null,
    },
  } satisfies OperationTable;
}

/** There is no tenant before 1.0. */
function tenantOf(metadata: Parameters<typeof unstash>[0]) {
  return optional("tenant", keptText(unstash(metadata, "tenant").kept, "tenant"));
}

function keptTenant(tenant: string | undefined) {
  return optional("metadata", stash(undefined, { tenant }));
}

function encodePushQuery(request: GetTaskPushNotificationConfigRequest) {
  return { id: request.taskId, pushNotificationConfigId: request.id, ...keptTenant(request.tenant) };
}
