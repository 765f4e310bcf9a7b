import type {
  AgentCard,
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
import * as v0_3 from "@a2a/types/v0_3";
import * as z from "zod";
import { asTask } from "../../codec/message-as-task.ts";
import type { OperationTable } from "../../codec/operation-table.ts";
import { keepIn, keptText, optional, pick, takeFrom } from "../../codec/preserve.ts";
import { reader } from "../../codec/read.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { decodeCard, encodeCard } from "./card.ts";
import { decodeResult, encodeResult } from "./events.ts";
import { menders } from "./mend.ts";
import { pushConfigs } from "./push.ts";
import { decodeSend, encodeSend } from "./requests.ts";
import { eventDecoder, eventEncoder } from "./stream.ts";
import { decodeTask, encodeTask } from "./task.ts";

const readSend = reader(v0_3.MessageSendParamsSchema, (wire, options) => menders(options).send(wire));
const readResult = reader(v0_3.SendMessageResultSchema, (wire, options) => menders(options).event(wire));
const readTask = reader(v0_3.TaskSchema, (wire, options) => menders(options).task(wire));
const readQuery = reader(v0_3.TaskQueryParamsSchema, (wire, options) => menders(options).query(wire));
const readId = reader(v0_3.TaskIdParamsSchema, (wire, options) => menders(options).query(wire));
const readPush = reader(v0_3.TaskPushNotificationConfigSchema, (wire, options) => menders(options).push(wire));
const readPushes = reader(z.array(v0_3.TaskPushNotificationConfigSchema));
const readPushQuery = reader(v0_3.GetTaskPushNotificationConfigParamsSchema, (wire, o) => menders(o).query(wire));
const readPushDelete = reader(v0_3.DeleteTaskPushNotificationConfigParamsSchema, (wire, o) => menders(o).query(wire));

const send = {
  decodeInput: (wire: JsonValue, options?: CodecOptions): SendMessageRequest => decodeSend(readSend(wire, options)),
  encodeInput: (request: SendMessageRequest): JsonValue => toWire(encodeSend(request)),
};

const task = {
  decodeOutput: (wire: JsonValue, options?: CodecOptions): Task => decodeTask(readTask(wire, options)),
  encodeOutput: (value: Task): JsonValue => toWire(encodeTask(value)),
};

const push = {
  decodeOutput: (wire: JsonValue, options?: CodecOptions): TaskPushNotificationConfig =>
    pushConfigs.decode(readPush(wire, options), options?.sideTable),
  encodeOutput: (config: TaskPushNotificationConfig, options?: CodecOptions): JsonValue =>
    toWire(pushConfigs.encode(config, options?.sideTable)),
};

const stream = { decoder: eventDecoder, encoder: eventEncoder };

/** How 0.3 spells the operations over JSON-RPC. */
export const operations = {
  sendMessage: {
    rpcMethod: "message/send",
    ...send,
    decodeOutput: (wire: JsonValue, options?: CodecOptions): SendMessageResponse =>
      decodeResult(readResult(wire, options)),
    encodeOutput: (response: SendMessageResponse, options?: CodecOptions): JsonValue =>
      toWire(encodeResult(options?.dialect === "agentic-patterns" ? asTask(response, options) : response)),
  },
  sendStreamingMessage: { rpcMethod: "message/stream", ...send, ...stream },
  getTask: {
    rpcMethod: "tasks/get",
    decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskRequest => {
      const { metadata, ...query } = readQuery(wire, options);
      return { ...tenantOf(metadata), ...query };
    },
    encodeInput: ({ tenant, ...query }: GetTaskRequest): JsonValue => toWire({ ...query, ...keptTenant(tenant) }),
    ...task,
  },
  cancelTask: {
    rpcMethod: "tasks/cancel",
    decodeInput: (wire: JsonValue, options?: CodecOptions): CancelTaskRequest => {
      const { id, metadata } = readId(wire, options);
      const taken = takeFrom(metadata, "tenant");
      return {
        ...optional("tenant", keptText(taken.kept, "tenant")),
        id,
        ...optional("metadata", taken.metadata),
      };
    },
    encodeInput: ({ tenant, id, metadata }: CancelTaskRequest): JsonValue =>
      toWire({ id, ...optional("metadata", keepIn(metadata, { tenant })) }),
    ...task,
  },
  subscribeToTask: {
    rpcMethod: "tasks/resubscribe",
    decodeInput: (wire: JsonValue, options?: CodecOptions): SubscribeToTaskRequest => {
      const { id, metadata } = readId(wire, options);
      return { ...tenantOf(metadata), id };
    },
    encodeInput: ({ tenant, id }: SubscribeToTaskRequest): JsonValue => toWire({ id, ...keptTenant(tenant) }),
    ...stream,
  },
  createTaskPushNotificationConfig: {
    rpcMethod: "tasks/pushNotificationConfig/set",
    decodeInput: (wire: JsonValue, options?: CodecOptions): CreateTaskPushNotificationConfigRequest => {
      const read = readPush(wire, options);
      return { ...pushConfigs.decode(read, options?.sideTable), taskId: read.taskId };
    },
    encodeInput: push.encodeOutput,
    ...push,
  },
  getTaskPushNotificationConfig: {
    rpcMethod: "tasks/pushNotificationConfig/get",
    // Without a configuration id any one of the task may be returned; its own id names the oldest.
    decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskPushNotificationConfigRequest => {
      const { id, pushNotificationConfigId, metadata } = readPushQuery(wire, options);
      return { ...tenantOf(metadata), taskId: id, id: pushNotificationConfigId ?? id };
    },
    encodeInput: (request: GetTaskPushNotificationConfigRequest): JsonValue => toWire(encodePushQuery(request)),
    ...push,
  },
  listTaskPushNotificationConfigs: {
    rpcMethod: "tasks/pushNotificationConfig/list",
    decodeInput: (wire: JsonValue, options?: CodecOptions): ListTaskPushNotificationConfigsRequest => {
      const { id, metadata } = readId(wire, options);
      const { metadata: _, kept } = takeFrom(metadata, "tenant", "pageSize", "pageToken");
      return {
        taskId: id,
        ...(typeof kept.pageSize === "number" && { pageSize: kept.pageSize }),
        ...optional("pageToken", keptText(kept, "pageToken")),
        ...optional("tenant", keptText(kept, "tenant")),
      };
    },
    encodeInput: ({ taskId, ...lost }: ListTaskPushNotificationConfigsRequest): JsonValue =>
      toWire({ id: taskId, ...optional("metadata", keepIn(undefined, lost)) }),
    decodeOutput: (wire: JsonValue, options?: CodecOptions): ListTaskPushNotificationConfigsResponse => ({
      configs: readPushes(wire, options).map((config) => pushConfigs.decode(config, options?.sideTable)),
    }),
    encodeOutput: ({ configs = [] }: ListTaskPushNotificationConfigsResponse, options?: CodecOptions): JsonValue =>
      configs.map((config) => toWire(pushConfigs.encode(config, options?.sideTable))),
  },
  deleteTaskPushNotificationConfig: {
    rpcMethod: "tasks/pushNotificationConfig/delete",
    decodeInput: (wire: JsonValue, options?: CodecOptions): GetTaskPushNotificationConfigRequest => {
      const { id, pushNotificationConfigId, metadata } = readPushDelete(wire, options);
      return { ...tenantOf(metadata), taskId: id, id: pushNotificationConfigId };
    },
    encodeInput: (request: GetTaskPushNotificationConfigRequest): JsonValue => toWire(encodePushQuery(request)),
    decodeOutput: (): Empty => ({}),
    encodeOutput: (): JsonValue => null,
  },
  getExtendedAgentCard: {
    rpcMethod: "agent/getAuthenticatedExtendedCard",
    rpcAliases: ["agent/authenticatedExtendedCard"],
    paramsOptional: true,
    decodeInput: () => ({}),
    encodeInput: (): JsonValue => ({}),
    decodeOutput: (wire: JsonValue, options?: CodecOptions): AgentCard => decodeCard(wire, options),
    encodeOutput: (card: AgentCard): JsonValue => encodeCard(card),
  },
} satisfies OperationTable;

/** A tenant has no place of its own before 1.0. */
function tenantOf(metadata: Parameters<typeof takeFrom>[0]) {
  return optional("tenant", keptText(takeFrom(metadata, "tenant").kept, "tenant"));
}

function keptTenant(tenant: string | undefined) {
  return optional("metadata", keepIn(undefined, { tenant }));
}

function encodePushQuery(request: GetTaskPushNotificationConfigRequest) {
  return { id: request.taskId, pushNotificationConfigId: request.id, ...keptTenant(request.tenant) };
}

/** The rows that 0.2 and 0.3 spell alike. */
export const shared = pick(
  operations,
  "sendMessage",
  "sendStreamingMessage",
  "getTask",
  "cancelTask",
  "subscribeToTask",
  "createTaskPushNotificationConfig",
  "getTaskPushNotificationConfig",
  "listTaskPushNotificationConfigs",
  "deleteTaskPushNotificationConfig",
);
