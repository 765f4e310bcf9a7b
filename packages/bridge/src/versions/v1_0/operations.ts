import { type Empty, isJsonObject, type JsonValue } from "@a2a/types";
import type { Schema } from "@a2a/types/internal/schema";
import {
  CancelTaskRequestSchema,
  CreateTaskPushNotificationConfigRequestSchema,
  DeleteTaskPushNotificationConfigRequestSchema,
  GetExtendedAgentCardRequestSchema,
  GetTaskPushNotificationConfigRequestSchema,
  GetTaskRequestSchema,
  ListTaskPushNotificationConfigsRequestSchema,
  ListTaskPushNotificationConfigsResponseSchema,
  ListTasksRequestSchema,
  ListTasksResponseSchema,
  SendMessageRequestSchema,
  SendMessageResponseSchema,
  SubscribeToTaskRequestSchema,
  TaskPushNotificationConfigSchema,
  TaskSchema,
} from "@a2a/types/schemas";
import { type OperationTable, route as plainRoute, type Route } from "../../codec/operation-table.ts";
import { toWire } from "../../codec/to-wire.ts";
import { type Reader, reader } from "../../normalize/read.ts";
import { withoutEmpty } from "../../normalize/unset-members.ts";
import { decodeCard, encodeCard } from "./card.ts";
import { normalizer } from "./normalize.ts";
import { eventDecoder, eventEncoder } from "./stream.ts";

/** The operations of 1.0 (specification 5.3). The model is 1.0's JSON, so nothing is translated. */
export const operations = {
  sendMessage: {
    rpcMethod: "SendMessage",
    routes: [route("POST", "/message:send")],
    ...input(SendMessageRequestSchema),
    ...output(SendMessageResponseSchema),
  },
  sendStreamingMessage: {
    rpcMethod: "SendStreamingMessage",
    routes: [route("POST", "/message:stream")],
    ...input(SendMessageRequestSchema),
    decoder: eventDecoder,
    encoder: eventEncoder,
  },
  getTask: {
    rpcMethod: "GetTask",
    routes: [route("GET", "/tasks/{id}", { historyLength: "number" })],
    ...input(GetTaskRequestSchema),
    ...output(TaskSchema),
  },
  listTasks: {
    rpcMethod: "ListTasks",
    paramsOptional: true,
    routes: [
      route("GET", "/tasks", {
        contextId: "text",
        status: "enum",
        pageSize: "number",
        pageToken: "text",
        historyLength: "number",
        statusTimestampAfter: "text",
        includeArtifacts: "boolean",
      }),
      { ...route("POST", "/tasks/list"), alias: true },
    ],
    ...input(ListTasksRequestSchema),
    ...output(ListTasksResponseSchema),
  },
  cancelTask: {
    rpcMethod: "CancelTask",
    routes: [route("POST", "/tasks/{id}:cancel")],
    ...input(CancelTaskRequestSchema),
    ...output(TaskSchema),
  },
  subscribeToTask: {
    rpcMethod: "SubscribeToTask",
    routes: [route("POST", "/tasks/{id}:subscribe"), route("GET", "/tasks/{id}:subscribe")],
    ...input(SubscribeToTaskRequestSchema),
    decoder: eventDecoder,
    encoder: eventEncoder,
  },
  createTaskPushNotificationConfig: {
    rpcMethod: "CreateTaskPushNotificationConfig",
    rpcAliases: ["SetTaskPushNotificationConfig"],
    routes: [route("POST", "/tasks/{taskId}/pushNotificationConfigs")],
    ...input(CreateTaskPushNotificationConfigRequestSchema, flattenDraft),
    ...output(TaskPushNotificationConfigSchema),
  },
  getTaskPushNotificationConfig: {
    rpcMethod: "GetTaskPushNotificationConfig",
    routes: [route("GET", "/tasks/{taskId}/pushNotificationConfigs/{id}")],
    ...input(GetTaskPushNotificationConfigRequestSchema),
    ...output(TaskPushNotificationConfigSchema),
  },
  listTaskPushNotificationConfigs: {
    rpcMethod: "ListTaskPushNotificationConfigs",
    rpcAliases: ["ListTaskPushNotificationConfig"],
    routes: [route("GET", "/tasks/{taskId}/pushNotificationConfigs", { pageSize: "number", pageToken: "text" })],
    ...input(ListTaskPushNotificationConfigsRequestSchema),
    ...output(ListTaskPushNotificationConfigsResponseSchema),
  },
  deleteTaskPushNotificationConfig: {
    rpcMethod: "DeleteTaskPushNotificationConfig",
    routes: [route("DELETE", "/tasks/{taskId}/pushNotificationConfigs/{id}")],
    ...input(DeleteTaskPushNotificationConfigRequestSchema),
    decodeOutput: (): Empty => ({}),
    encodeOutput: (): JsonValue => ({}),
  },
  getExtendedAgentCard: {
    rpcMethod: "GetExtendedAgentCard",
    paramsOptional: true,
    routes: [route("GET", "/extendedAgentCard")],
    ...input(GetExtendedAgentCardRequestSchema),
    decodeOutput: decodeCard,
    encodeOutput: encodeCard,
  },
} satisfies OperationTable;

/** Every route also exists below a tenant. */
function route(...args: Parameters<typeof plainRoute>): Route {
  return { ...plainRoute(...args), tenants: true };
}

function input<T extends object>(schema: Schema<T>, prepare: (wire: JsonValue) => JsonValue = (wire) => wire) {
  const normalize = normalizer(schema, true);
  const read: Reader<T> = reader(schema, (wire, options) => normalize(options?.strict ? wire : prepare(wire), options));
  const decodeInput: Reader<T> = (wire, options) => withoutEmpty(schema, read(wire, options));
  return { decodeInput, encodeInput: (value: T): JsonValue => toWire(value) };
}

function output<T extends object>(schema: Schema<T>) {
  const normalize = normalizer(schema);
  // Some servers write an empty response as `null`.
  const decodeOutput: Reader<T> = reader(schema, (wire, options) => normalize(wire ?? {}, options));
  return { verbatim: true as const, decodeOutput, encodeOutput: (value: T): JsonValue => toWire(value) };
}

/** Drafts nested the configuration: `{ taskId, pushNotificationConfig }` or `{ taskId, configId, config }`. */
function flattenDraft(wire: JsonValue): JsonValue {
  if (!isJsonObject(wire)) return wire;
  const { pushNotificationConfig, config, configId, ...rest } = wire;
  const inner = pushNotificationConfig ?? config;
  if (!isJsonObject(inner)) return wire;
  return { ...(typeof configId === "string" && { id: configId }), ...inner, ...rest };
}
