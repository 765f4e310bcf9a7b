import * as fc from "fast-check";
import type {
  CancelTaskRequest,
  CreateTaskPushNotificationConfigRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetExtendedAgentCardRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageConfiguration,
  SendMessageRequest,
  SendMessageResponse,
  SubscribeToTaskRequest,
} from "../model/operations.ts";
import type { TaskPushNotificationConfig } from "../model/push-config.ts";
import { message, task, taskState } from "./model.ts";
import { count, id, jsonObject, list, mediaTypes, nonEmptyText, object, text, timestamp, url } from "./values.ts";

const tenant = nonEmptyText;
const authentication = object({ scheme: fc.constantFrom("Bearer", "Basic", "x-own") }, { credentials: nonEmptyText });
const webhook = { tenant, id, token: nonEmptyText, authentication };

/** The webhook of a task. */
export const pushConfig: fc.Arbitrary<TaskPushNotificationConfig> = object({ url }, { ...webhook, taskId: id });

/** How a message is to be handled. */
export const sendMessageConfiguration: fc.Arbitrary<SendMessageConfiguration> = object(
  {},
  {
    acceptedOutputModes: mediaTypes,
    // The task is not known yet, or is named in the message.
    taskPushNotificationConfig: object({ url }, webhook),
    historyLength: count,
    returnImmediately: fc.boolean(),
  },
);

/** A message to an agent. */
export const sendMessageRequest: fc.Arbitrary<SendMessageRequest> = object(
  { message },
  { tenant, configuration: sendMessageConfiguration, metadata: jsonObject },
);

/** Which task to read. */
export const getTaskRequest: fc.Arbitrary<GetTaskRequest> = object({ id }, { tenant, historyLength: count });

/** Which tasks to list. */
export const listTasksRequest: fc.Arbitrary<ListTasksRequest> = object(
  {},
  {
    tenant,
    contextId: id,
    status: taskState,
    pageSize: fc.integer({ min: 1, max: 100 }),
    pageToken: nonEmptyText,
    historyLength: count,
    statusTimestampAfter: timestamp,
    includeArtifacts: fc.boolean(),
  },
);

/** Which task to cancel. */
export const cancelTaskRequest: fc.Arbitrary<CancelTaskRequest> = object({ id }, { tenant, metadata: jsonObject });

/** Which task to follow. */
export const subscribeToTaskRequest: fc.Arbitrary<SubscribeToTaskRequest> = object({ id }, { tenant });

/** A webhook to register. */
export const createTaskPushNotificationConfigRequest: fc.Arbitrary<CreateTaskPushNotificationConfigRequest> = object(
  { taskId: id, url },
  webhook,
);

/** Which webhook to read. */
export const getTaskPushNotificationConfigRequest: fc.Arbitrary<GetTaskPushNotificationConfigRequest> = object(
  { taskId: id, id },
  { tenant },
);

/** Which webhook to remove. */
export const deleteTaskPushNotificationConfigRequest: fc.Arbitrary<DeleteTaskPushNotificationConfigRequest> =
  getTaskPushNotificationConfigRequest;

/** The webhooks of which task to list. */
export const listTaskPushNotificationConfigsRequest: fc.Arbitrary<ListTaskPushNotificationConfigsRequest> = object(
  { taskId: id },
  { pageSize: count, pageToken: nonEmptyText, tenant },
);

/** A request for the extended card. */
export const getExtendedAgentCardRequest: fc.Arbitrary<GetExtendedAgentCardRequest> = object({}, { tenant });

/** The answer to a message. */
export const sendMessageResponse: fc.Arbitrary<SendMessageResponse> = fc.oneof(
  task.map((answer) => ({ task: answer })),
  message.map((answer) => ({ message: answer })),
);

/** One page of tasks. */
export const listTasksResponse: fc.Arbitrary<ListTasksResponse> = fc.record(
  { tasks: list(task), nextPageToken: text, pageSize: count, totalSize: count },
  { noNullPrototype: true },
);

/** The webhooks of a task. */
export const listTaskPushNotificationConfigsResponse: fc.Arbitrary<ListTaskPushNotificationConfigsResponse> = object(
  {},
  { configs: list(pushConfig), nextPageToken: text },
);
