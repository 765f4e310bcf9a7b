import * as z from "zod/mini";
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

const historyLength = z.exactOptional(CountSchema);

/** Options for processing a message and for the response. */
export const SendMessageConfigurationSchema = z.object({
  acceptedOutputModes: OptionalStringList,
  taskPushNotificationConfig: z.exactOptional(TaskPushNotificationConfigSchema),
  historyLength,
  returnImmediately: OptionalBoolean,
});
/** A message to an agent. */
export const SendMessageRequestSchema = z.object({
  tenant: OptionalString,
  message: z.extend(MessageSchema, {
    parts: z.array(PartSchema).check(z.minLength(1, { error: "expected at least one part" })),
  }),
  configuration: z.exactOptional(SendMessageConfigurationSchema),
  metadata: OptionalJsonObject,
});
/** A request to read a task. */
export const GetTaskRequestSchema = z.object({ tenant: OptionalString, id: RequiredString, historyLength });
/** A request to list tasks. */
export const ListTasksRequestSchema = z.object({
  tenant: OptionalString,
  contextId: OptionalString,
  status: z.exactOptional(TaskStateSchema),
  pageSize: z.exactOptional(
    z.int().check(z.minimum(1, { error: "expected 1 to 100" }), z.maximum(100, { error: "expected 1 to 100" })),
  ),
  pageToken: OptionalString,
  historyLength,
  statusTimestampAfter: z.exactOptional(TimestampSchema),
  includeArtifacts: OptionalBoolean,
});
/** A request to cancel a task. */
export const CancelTaskRequestSchema = z.object({
  tenant: OptionalString,
  id: RequiredString,
  metadata: OptionalJsonObject,
});
/** A request to follow a task. */
export const SubscribeToTaskRequestSchema = z.object({ tenant: OptionalString, id: RequiredString });
/** A webhook to register for a task. */
export const CreateTaskPushNotificationConfigRequestSchema = z.extend(TaskPushNotificationConfigSchema, {
  taskId: RequiredString,
});
/** A request to read a webhook. */
export const GetTaskPushNotificationConfigRequestSchema = z.object({
  tenant: OptionalString,
  taskId: RequiredString,
  id: RequiredString,
});
/** A request to delete a webhook. */
export const DeleteTaskPushNotificationConfigRequestSchema = GetTaskPushNotificationConfigRequestSchema;
/** A request to list the webhooks of a task. */
export const ListTaskPushNotificationConfigsRequestSchema = z.object({
  taskId: RequiredString,
  pageSize: z.exactOptional(CountSchema),
  pageToken: OptionalString,
  tenant: OptionalString,
});
/** A request for the card that authenticated callers see. */
export const GetExtendedAgentCardRequestSchema = z.object({ tenant: OptionalString });
/** The answer to a message: exactly one of `task` and `message`. */
export const SendMessageResponseSchema = oneOf({ task: TaskSchema, message: MessageSchema }, {});
/** One page of tasks. All members are always present; `nextPageToken` is empty on the last page. */
export const ListTasksResponseSchema = z.object({
  tasks: z.array(TaskSchema),
  nextPageToken: z.string(),
  pageSize: CountSchema,
  totalSize: CountSchema,
});
/** The webhooks of a task. */
export const ListTaskPushNotificationConfigsResponseSchema = z.object({
  configs: z.exactOptional(z.array(TaskPushNotificationConfigSchema)),
  nextPageToken: OptionalString,
});
/** The empty response. */
export const EmptySchema = z.object({});
