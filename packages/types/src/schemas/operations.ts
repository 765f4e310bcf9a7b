import * as s from "../schema/shapes.ts";
import { OptionalJsonObject } from "./json.ts";
import { MessageSchema } from "./message.ts";
import { oneOf } from "./one-of.ts";
import { PartSchema } from "./part.ts";
import { TaskPushNotificationConfigSchema } from "./push-config.ts";
import {
  CountSchema,
  OptionalBoolean,
  OptionalString,
  OptionalStringList,
  RequiredString,
  TimestampSchema,
} from "./scalars.ts";
import { TaskSchema } from "./task.ts";
import { TaskStateSchema } from "./task-state.ts";

const historyLength = s.optional(CountSchema);

/** Options for processing a message and for the response. */
export const SendMessageConfigurationSchema = s.object({
  acceptedOutputModes: OptionalStringList,
  taskPushNotificationConfig: s.optional(TaskPushNotificationConfigSchema),
  historyLength,
  returnImmediately: OptionalBoolean,
});
/** A message to an agent. */
export const SendMessageRequestSchema = s.object({
  tenant: OptionalString,
  message: s.extend(MessageSchema, {
    parts: s.array(PartSchema, { min: 1, expected: "expected at least one part" }),
  }),
  configuration: s.optional(SendMessageConfigurationSchema),
  metadata: OptionalJsonObject,
});
/** A request to read a task. */
export const GetTaskRequestSchema = s.object({ tenant: OptionalString, id: RequiredString, historyLength });
/** A request to list tasks. */
export const ListTasksRequestSchema = s.object({
  tenant: OptionalString,
  contextId: OptionalString,
  status: s.optional(TaskStateSchema),
  pageSize: s.optional(s.integer({ min: 1, max: 100 })),
  pageToken: OptionalString,
  historyLength,
  statusTimestampAfter: s.optional(TimestampSchema),
  includeArtifacts: OptionalBoolean,
});
/** A request to cancel a task. */
export const CancelTaskRequestSchema = s.object({
  tenant: OptionalString,
  id: RequiredString,
  metadata: OptionalJsonObject,
});
/** A request to follow a task. */
export const SubscribeToTaskRequestSchema = s.object({ tenant: OptionalString, id: RequiredString });
/** A webhook to register for a task. */
export const CreateTaskPushNotificationConfigRequestSchema = s.extend(TaskPushNotificationConfigSchema, {
  taskId: RequiredString,
});
/** A request to read a webhook. */
export const GetTaskPushNotificationConfigRequestSchema = s.object({
  tenant: OptionalString,
  taskId: RequiredString,
  id: RequiredString,
});
/** A request to delete a webhook. */
export const DeleteTaskPushNotificationConfigRequestSchema = GetTaskPushNotificationConfigRequestSchema;
/** A request to list the webhooks of a task. */
export const ListTaskPushNotificationConfigsRequestSchema = s.object({
  taskId: RequiredString,
  pageSize: s.optional(CountSchema),
  pageToken: OptionalString,
  tenant: OptionalString,
});
/** A request for the card that authenticated callers see. */
export const GetExtendedAgentCardRequestSchema = s.object({ tenant: OptionalString });
/** The answer to a message: exactly one of `task` and `message`. */
export const SendMessageResponseSchema = oneOf({ task: TaskSchema, message: MessageSchema }, {});
/** One page of tasks. All members are always present; `nextPageToken` is empty on the last page. */
export const ListTasksResponseSchema = s.object({
  tasks: s.array(TaskSchema),
  nextPageToken: s.string(),
  pageSize: CountSchema,
  totalSize: CountSchema,
});
/** The webhooks of a task. */
export const ListTaskPushNotificationConfigsResponseSchema = s.object({
  configs: s.optional(s.array(TaskPushNotificationConfigSchema)),
  nextPageToken: OptionalString,
});
/** The empty response. */
export const EmptySchema = s.object({});
