import type { JsonObject } from "../json/json.ts";
import type { AgentCard } from "./agent-card.ts";
import type { Message } from "./message.ts";
import type { OneOf } from "./one-of.ts";
import type { AuthenticationInfo, TaskPushNotificationConfig } from "./push-config.ts";
import type { StreamResponse } from "./stream-response.ts";
import type { Task } from "./task.ts";
import type { TaskState } from "./task-state.ts";

/** Options for processing a message and for the response. */
export type SendMessageConfiguration = {
  /** The media types that the caller accepts in the answer. */
  acceptedOutputModes?: string[];
  /** A webhook for the events of the task. */
  taskPushNotificationConfig?: TaskPushNotificationConfig;
  /** How many messages of the history the answer shows at most. Zero: none. */
  historyLength?: number;
  /** Whether to answer at once instead of waiting until the task ends or asks something. Default false. */
  returnImmediately?: boolean;
};

/** A message to an agent. */
export type SendMessageRequest = {
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
  /** The message. */
  message: Message;
  /** How to process the message and to answer. */
  configuration?: SendMessageConfiguration;
  /** Further information about the request. */
  metadata?: JsonObject;
};

/** A request to read a task. */
export type GetTaskRequest = {
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
  /** The task. */
  id: string;
  /** How many messages of the history are shown at most. Zero: none. */
  historyLength?: number;
};

/** A request to list tasks. */
export type ListTasksRequest = {
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
  /** Only tasks of this conversation. */
  contextId?: string;
  /** Only tasks in this state. */
  status?: TaskState;
  /** How many tasks at most, from 1 to 100. Default 50. */
  pageSize?: number;
  /** Where to continue: `nextPageToken` of the page before. */
  pageToken?: string;
  /** How many messages of each history are shown at most. */
  historyLength?: number;
  /** Only tasks whose status changed after this time. */
  statusTimestampAfter?: string;
  /** Whether to show artifacts. Default false. */
  includeArtifacts?: boolean;
};

/** A request to cancel a task. */
export type CancelTaskRequest = {
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
  /** The task. */
  id: string;
  /** Further information, such as a reason. */
  metadata?: JsonObject;
};

/** A request to follow a task. */
export type SubscribeToTaskRequest = {
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
  /** The task. */
  id: string;
};

/** A webhook to register for a task. */
export type CreateTaskPushNotificationConfigRequest = {
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
  /** Identifies the webhook within its task. The server chooses one where it is absent. */
  id?: string;
  /** The task whose events are posted. */
  taskId: string;
  /** Where events are posted. */
  url: string;
  /** Sent with every delivery, so that the receiver knows it is meant. */
  token?: string;
  /** How the sender authenticates with the webhook. */
  authentication?: AuthenticationInfo;
};

/** A request to read a webhook. */
export type GetTaskPushNotificationConfigRequest = {
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
  /** The task of the webhook. */
  taskId: string;
  /** The webhook. */
  id: string;
};

/** A request to delete a webhook. */
export type DeleteTaskPushNotificationConfigRequest = GetTaskPushNotificationConfigRequest;

/** A request to list the webhooks of a task. */
export type ListTaskPushNotificationConfigsRequest = {
  /** The task. */
  taskId: string;
  /** How many webhooks at most. */
  pageSize?: number;
  /** Where to continue: `nextPageToken` of the page before. */
  pageToken?: string;
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
};

/** A request for the card that authenticated callers see. */
export type GetExtendedAgentCardRequest = {
  /** The tenant of the agent, if one server hosts several. */
  tenant?: string;
};

/** The answer to a message: a task, or a message without one. `if (response.task)` narrows it. */
export type SendMessageResponse = OneOf<{ task: Task; message: Message }>;

/** One page of tasks. */
export type ListTasksResponse = {
  /** The tasks, the most recently changed first. */
  tasks: Task[];
  /** Where the next page begins. Empty on the last page. */
  nextPageToken: string;
  /** How many tasks a page has at most. */
  pageSize: number;
  /** How many tasks match in all. */
  totalSize: number;
};

/** The webhooks of a task. */
export type ListTaskPushNotificationConfigsResponse = {
  /** The webhooks. */
  configs?: TaskPushNotificationConfig[];
  /** Where the next page begins. Absent or empty on the last page. */
  nextPageToken?: string;
};

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
