import * as z from "zod";
import { type JsonObject, OptionalJsonObject } from "../json/json.ts";
import type { AgentCard } from "./agent-card.ts";
import { type Message, MessageSchema } from "./message.ts";
import { oneOf } from "./one-of.ts";
import { PartSchema } from "./part.ts";
import {
  type AuthenticationInfo,
  type TaskPushNotificationConfig,
  TaskPushNotificationConfigSchema,
} from "./push-config.ts";
import {
  CountSchema,
  OptionalBoolean,
  OptionalString,
  OptionalStringList,
  RequiredString,
  TimestampSchema,
} from "./scalars.ts";
import type { StreamResponse } from "./stream-response.ts";
import { type Task, TaskSchema } from "./task.ts";
import { type TaskState, TaskStateSchema } from "./task-state.ts";

const historyLength = z.exactOptional(CountSchema);

/** Options for processing a message and for the response. */
export const SendMessageConfigurationSchema = z.object({
  acceptedOutputModes: OptionalStringList,
  taskPushNotificationConfig: z.exactOptional(TaskPushNotificationConfigSchema),
  historyLength,
  returnImmediately: OptionalBoolean,
});
/** Options for processing a message and for the response. */
export type SendMessageConfiguration = {
  acceptedOutputModes?: string[];
  taskPushNotificationConfig?: TaskPushNotificationConfig;
  historyLength?: number;
  returnImmediately?: boolean;
};

/** A message to an agent. */
export const SendMessageRequestSchema = z.object({
  tenant: OptionalString,
  message: MessageSchema.extend({ parts: z.array(PartSchema).min(1, { error: "expected at least one part" }) }),
  configuration: z.exactOptional(SendMessageConfigurationSchema),
  metadata: OptionalJsonObject,
});
/** A message to an agent. */
export type SendMessageRequest = {
  tenant?: string;
  message: Message;
  configuration?: SendMessageConfiguration;
  metadata?: JsonObject;
};

/** A request to read a task. */
export const GetTaskRequestSchema = z.object({ tenant: OptionalString, id: RequiredString, historyLength });
/** A request to read a task. */
export type GetTaskRequest = { tenant?: string; id: string; historyLength?: number };

/** A request to list tasks. */
export const ListTasksRequestSchema = z.object({
  tenant: OptionalString,
  contextId: OptionalString,
  status: z.exactOptional(TaskStateSchema),
  pageSize: z.exactOptional(z.int().min(1, { error: "expected 1 to 100" }).max(100, { error: "expected 1 to 100" })),
  pageToken: OptionalString,
  historyLength,
  statusTimestampAfter: z.exactOptional(TimestampSchema),
  includeArtifacts: OptionalBoolean,
});
/** A request to list tasks. */
export type ListTasksRequest = {
  tenant?: string;
  contextId?: string;
  status?: TaskState;
  pageSize?: number;
  pageToken?: string;
  historyLength?: number;
  statusTimestampAfter?: string;
  includeArtifacts?: boolean;
};

/** A request to cancel a task. */
export const CancelTaskRequestSchema = z.object({
  tenant: OptionalString,
  id: RequiredString,
  metadata: OptionalJsonObject,
});
/** A request to cancel a task. */
export type CancelTaskRequest = { tenant?: string; id: string; metadata?: JsonObject };

/** A request to follow a task. */
export const SubscribeToTaskRequestSchema = z.object({ tenant: OptionalString, id: RequiredString });
/** A request to follow a task. */
export type SubscribeToTaskRequest = { tenant?: string; id: string };

/** A webhook to register for a task. */
export const CreateTaskPushNotificationConfigRequestSchema = TaskPushNotificationConfigSchema.extend({
  taskId: RequiredString,
});
/** A webhook to register for a task. */
export type CreateTaskPushNotificationConfigRequest = {
  tenant?: string;
  id?: string;
  taskId: string;
  url: string;
  token?: string;
  authentication?: AuthenticationInfo;
};

/** A request to read a webhook. */
export const GetTaskPushNotificationConfigRequestSchema = z.object({
  tenant: OptionalString,
  taskId: RequiredString,
  id: RequiredString,
});
/** A request to read a webhook. */
export type GetTaskPushNotificationConfigRequest = { tenant?: string; taskId: string; id: string };

/** A request to delete a webhook. */
export const DeleteTaskPushNotificationConfigRequestSchema = GetTaskPushNotificationConfigRequestSchema;
/** A request to delete a webhook. */
export type DeleteTaskPushNotificationConfigRequest = GetTaskPushNotificationConfigRequest;

/** A request to list the webhooks of a task. */
export const ListTaskPushNotificationConfigsRequestSchema = z.object({
  taskId: RequiredString,
  pageSize: z.exactOptional(CountSchema),
  pageToken: OptionalString,
  tenant: OptionalString,
});
/** A request to list the webhooks of a task. */
export type ListTaskPushNotificationConfigsRequest = {
  taskId: string;
  pageSize?: number;
  pageToken?: string;
  tenant?: string;
};

/** A request for the card that authenticated callers see. */
export const GetExtendedAgentCardRequestSchema = z.object({ tenant: OptionalString });
/** A request for the card that authenticated callers see. */
export type GetExtendedAgentCardRequest = { tenant?: string };

/** The answer to a message: exactly one of `task` and `message`. */
export const SendMessageResponseSchema = oneOf({ task: TaskSchema, message: MessageSchema }, {});
/** The answer to a message; narrow it by `"task" in response`. */
export type SendMessageResponse = { task: Task } | { message: Message };

/** One page of tasks. All members are always present; `nextPageToken` is empty on the last page. */
export const ListTasksResponseSchema = z.object({
  tasks: z.array(TaskSchema),
  nextPageToken: z.string(),
  pageSize: CountSchema,
  totalSize: CountSchema,
});
/** One page of tasks. */
export type ListTasksResponse = { tasks: Task[]; nextPageToken: string; pageSize: number; totalSize: number };

/** The webhooks of a task. */
export const ListTaskPushNotificationConfigsResponseSchema = z.object({
  configs: z.exactOptional(z.array(TaskPushNotificationConfigSchema)),
  nextPageToken: OptionalString,
});
/** The webhooks of a task. */
export type ListTaskPushNotificationConfigsResponse = {
  configs?: TaskPushNotificationConfig[];
  nextPageToken?: string;
};

/** The empty response. */
export const EmptySchema = z.object({});
/** The empty response. */
export type Empty = Record<never, never>;

/** Every operation of the protocol with its input and output; with `streaming`, the output is that of each event. */
export interface Operations {
  sendMessage: { input: SendMessageRequest; output: SendMessageResponse; streaming: false };
  sendStreamingMessage: { input: SendMessageRequest; output: StreamResponse; streaming: true };
  getTask: { input: GetTaskRequest; output: Task; streaming: false };
  listTasks: { input: ListTasksRequest; output: ListTasksResponse; streaming: false };
  cancelTask: { input: CancelTaskRequest; output: Task; streaming: false };
  subscribeToTask: { input: SubscribeToTaskRequest; output: StreamResponse; streaming: true };
  createTaskPushNotificationConfig: {
    input: CreateTaskPushNotificationConfigRequest;
    output: TaskPushNotificationConfig;
    streaming: false;
  };
  getTaskPushNotificationConfig: {
    input: GetTaskPushNotificationConfigRequest;
    output: TaskPushNotificationConfig;
    streaming: false;
  };
  listTaskPushNotificationConfigs: {
    input: ListTaskPushNotificationConfigsRequest;
    output: ListTaskPushNotificationConfigsResponse;
    streaming: false;
  };
  deleteTaskPushNotificationConfig: { input: DeleteTaskPushNotificationConfigRequest; output: Empty; streaming: false };
  getExtendedAgentCard: { input: GetExtendedAgentCardRequest; output: AgentCard; streaming: false };
}

/** The name of an operation. */
export type OperationName = keyof Operations;
/** The operations that answer with a stream of events. */
export type StreamingOperation = {
  [K in OperationName]: Operations[K]["streaming"] extends true ? K : never;
}[OperationName];
/** The operations that answer once. */
export type UnaryOperation = Exclude<OperationName, StreamingOperation>;

/** Whether an operation answers with a stream of events. */
export function isStreaming(operation: OperationName): operation is StreamingOperation {
  return operation === "sendStreamingMessage" || operation === "subscribeToTask";
}
