import {
  A2AError,
  type CancelTaskRequest,
  type CreateTaskPushNotificationConfigRequest,
  type Empty,
  type GetTaskPushNotificationConfigRequest,
  type GetTaskRequest,
  isJsonObject,
  type JsonValue,
  type ListTaskPushNotificationConfigsRequest,
  type ListTaskPushNotificationConfigsResponse,
  type SendMessageRequest,
  type SendMessageResponse,
  type SubscribeToTaskRequest,
  type Task,
  type TaskPushNotificationConfig,
} from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import type { OperationTable } from "../../codec/operation-table.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { asTask, taskAsMessage } from "../../stash/message-as-task.ts";
import { keptText, optional, stash, unstash } from "../../stash/stash.ts";
import { lenientReader } from "./normalize.ts";
import { pushConfigs } from "./push.ts";
import { methods } from "./request-traits.ts";
import { decodeSend, encodeSend } from "./requests.ts";
import { eventDecoder, eventEncoder } from "./stream.ts";
import { decodeTask, encodeTask } from "./task.ts";

const readSend = lenientReader(v0_1.TaskSendParamsSchema);
const readTask = lenientReader(v0_1.TaskSchema);
const readQuery = lenientReader(v0_1.TaskQueryParamsSchema);
const readPush = lenientReader(v0_1.TaskPushNotificationConfigSchema);

/** The task id chosen by a 0.1 caller. */
function taskAlias(wire: JsonValue): string | undefined {
  return isJsonObject(wire) && typeof wire.id === "string" && wire.id !== "" ? wire.id : undefined;
}

const send = {
  taskAlias,
  decodeInput: (wire: JsonValue, options?: CodecOptions): SendMessageRequest =>
    decodeSend(readSend(wire, options), options),
  encodeInput: (request: SendMessageRequest, options?: CodecOptions): JsonValue => toWire(encodeSend(request, options)),
};

const task = {
  decodeOutput: (wire: JsonValue, options?: CodecOptions): Task => decodeTask(readTask(wire, options), options),
  encodeOutput: (value: Task, options?: CodecOptions): JsonValue => toWire(encodeTask(value, options)),
};

const byId = {
  taskAlias,
  decodeInput: (wire: JsonValue, options?: CodecOptions): SubscribeToTaskRequest => {
    const { id, metadata } = readQuery(wire, options);
    return { ...optional("tenant", keptText(unstash(metadata, "tenant").kept, "tenant")), id };
  },
  encodeInput: ({ id, tenant }: SubscribeToTaskRequest): JsonValue =>
    toWire({ id, ...optional("metadata", stash(undefined, { tenant })) }),
};

const push = {
  decodeOutput: (wire: JsonValue, options?: CodecOptions): TaskPushNotificationConfig => {
    const { config } = decodePush(wire, options);
    if (config) return config;
    throw new A2AError("TASK_NOT_FOUND", "The task has no push notification configuration");
  },
  encodeOutput: (config: TaskPushNotificationConfig): JsonValue => toWire(pushConfigs.encode(config)),
};

const stream = { decoder: eventDecoder, encoder: eventEncoder };

/** The operations of 0.1. Its responses are always tasks. */
export const operations = {
  sendMessage: {
    ...methods.sendMessage,
    ...send,
    decodeOutput: (wire: JsonValue, options?: CodecOptions): SendMessageResponse => {
      const decoded = task.decodeOutput(wire, options);
      const message = taskAsMessage(decoded);
      return message ? { message } : { task: decoded };
    },
    encodeOutput: (response: SendMessageResponse, options?: CodecOptions): JsonValue =>
      task.encodeOutput(asTask(response, options).task, options),
  },
  sendStreamingMessage: { ...methods.sendStreamingMessage, ...send, ...stream },
  getTask: {
    ...methods.getTask,
    taskAlias,
    decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskRequest => {
      const { metadata, ...query } = readQuery(wire, options);
      return { ...optional("tenant", keptText(unstash(metadata, "tenant").kept, "tenant")), ...query };
    },
    encodeInput: ({ tenant, ...query }: GetTaskRequest): JsonValue =>
      toWire({ ...query, ...optional("metadata", stash(undefined, { tenant })) }),
    ...task,
  },
  cancelTask: {
    ...methods.cancelTask,
    taskAlias,
    decodeInput: (wire: JsonValue, options?: CodecOptions): CancelTaskRequest => {
      const { id, metadata } = readQuery(wire, options);
      const taken = unstash(metadata, "tenant");
      return { ...optional("tenant", keptText(taken.kept, "tenant")), id, ...optional("metadata", taken.metadata) };
    },
    encodeInput: ({ id, tenant, metadata }: CancelTaskRequest): JsonValue =>
      toWire({ id, ...optional("metadata", stash(metadata, { tenant })) }),
    ...task,
  },
  subscribeToTask: { ...methods.subscribeToTask, ...byId, ...stream },
  createTaskPushNotificationConfig: {
    ...methods.createTaskPushNotificationConfig,
    taskAlias,
    decodeInput: (wire: JsonValue, options?: CodecOptions): CreateTaskPushNotificationConfigRequest => {
      const { id, config } = decodePush(wire, options);
      if (config) return { ...config, taskId: id };
      throw new A2AError(
        "UNSUPPORTED_OPERATION",
        "A push notification configuration cannot be removed by setting null",
      );
    },
    encodeInput: push.encodeOutput,
    ...push,
  },
  getTaskPushNotificationConfig: {
    ...methods.getTaskPushNotificationConfig,
    taskAlias,
    decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskPushNotificationConfigRequest => {
      const { id, tenant } = byId.decodeInput(wire, options);
      return { ...optional("tenant", tenant), taskId: id, id };
    },
    encodeInput: ({ taskId, tenant }: GetTaskPushNotificationConfigRequest): JsonValue =>
      byId.encodeInput({ id: taskId, ...optional("tenant", tenant) }),
    ...push,
  },
  listTaskPushNotificationConfigs: {
    ...methods.listTaskPushNotificationConfigs,
    decodeInput: (wire: JsonValue, options?: CodecOptions): ListTaskPushNotificationConfigsRequest => ({
      taskId: byId.decodeInput(wire, options).id,
    }),
    encodeInput: ({ taskId }: ListTaskPushNotificationConfigsRequest): JsonValue => ({ id: taskId }),
    decodeOutput: (wire: JsonValue, options?: CodecOptions): ListTaskPushNotificationConfigsResponse => {
      if (wire === null) return { configs: [] };
      const { config } = decodePush(wire, options);
      return { configs: config ? [config] : [] };
    },
    encodeOutput: ({ configs: [config] = [] }: ListTaskPushNotificationConfigsResponse): JsonValue =>
      config ? push.encodeOutput(config) : null,
  },
  deleteTaskPushNotificationConfig: {
    ...methods.deleteTaskPushNotificationConfig,
    decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskPushNotificationConfigRequest => {
      const { id } = readPush(wire, options);
      return { taskId: id, id };
    },
    encodeInput: ({ taskId }: GetTaskPushNotificationConfigRequest): JsonValue => ({
      id: taskId,
      pushNotificationConfig: null,
    }),
    decodeOutput: (): Empty => ({}),
    encodeOutput: (): JsonValue => null,
  },
} satisfies OperationTable;

function decodePush(wire: JsonValue, options?: CodecOptions) {
  const { id, pushNotificationConfig } = readPush(wire, options);
  const config = pushNotificationConfig && pushConfigs.decode({ id, pushNotificationConfig });
  return { id, config };
}
