import { randomUUID } from "node:crypto";
import type { ErrorCode, JsonObject, JsonValue, OperationName } from "@a2a/types";
import { objectIn } from "./corpus.ts";

/** An operation of the corpus on the wire. */
export interface ActsOperation {
  readonly name: OperationName;
  readonly rpc: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** The path over HTTP+JSON; `{x}` is the member `x` of the parameters. */
  readonly path: string;
  readonly streaming?: true;
}

const create: ActsOperation = {
  name: "createTaskPushNotificationConfig",
  rpc: "CreateTaskPushNotificationConfig",
  method: "POST",
  path: "/tasks/{taskId}/pushNotificationConfigs",
};
const read: ActsOperation = {
  name: "getTaskPushNotificationConfig",
  rpc: "GetTaskPushNotificationConfig",
  method: "GET",
  path: "/tasks/{taskId}/pushNotificationConfigs/{id}",
};
const list: ActsOperation = {
  name: "listTaskPushNotificationConfigs",
  rpc: "ListTaskPushNotificationConfigs",
  method: "GET",
  path: "/tasks/{taskId}/pushNotificationConfigs",
};
const remove: ActsOperation = {
  name: "deleteTaskPushNotificationConfig",
  rpc: "DeleteTaskPushNotificationConfig",
  method: "DELETE",
  path: "/tasks/{taskId}/pushNotificationConfigs/{id}",
};

/** The operations, by all names that the corpus has for them. */
const operations: Readonly<Record<string, ActsOperation>> = {
  send_message: { name: "sendMessage", rpc: "SendMessage", method: "POST", path: "/message:send" },
  send_streaming_message: {
    name: "sendStreamingMessage",
    rpc: "SendStreamingMessage",
    method: "POST",
    path: "/message:stream",
    streaming: true,
  },
  get_task: { name: "getTask", rpc: "GetTask", method: "GET", path: "/tasks/{id}" },
  list_tasks: { name: "listTasks", rpc: "ListTasks", method: "GET", path: "/tasks" },
  cancel_task: { name: "cancelTask", rpc: "CancelTask", method: "POST", path: "/tasks/{id}:cancel" },
  subscribe_to_task: {
    name: "subscribeToTask",
    rpc: "SubscribeToTask",
    method: "GET",
    path: "/tasks/{id}:subscribe",
    streaming: true,
  },
  get_extended_agent_card: {
    name: "getExtendedAgentCard",
    rpc: "GetExtendedAgentCard",
    method: "GET",
    path: "/extendedAgentCard",
  },
  create_push_config: create,
  set_push_notification_config: create,
  create_push_notification_config: create,
  get_push_config: read,
  get_push_notification_config: read,
  list_push_configs: list,
  list_push_notification_configs: list,
  delete_push_config: remove,
  delete_push_notification_config: remove,
};

/** An operation by its name in the corpus; `get_agent_card` is the extended one here. */
export function operationOf(name: string): ActsOperation {
  const operation = operations[name === "get_agent_card" ? "get_extended_agent_card" : name];
  if (operation === undefined) throw new Error(`the operation ${name} is not known`);
  return operation;
}

/** The parameters of an operation in the form of the protocol, from those of the corpus. */
export function toParams({ name }: ActsOperation, params: JsonObject): JsonObject {
  if (name === "sendMessage" || name === "sendStreamingMessage") {
    const { taskId, contextId, message, ...more } = params;
    const place = { ...(taskId !== undefined && { taskId }), ...(contextId !== undefined && { contextId }) };
    return { ...more, message: { messageId: randomUUID(), ...place, ...objectIn(message) } };
  }
  const { pushNotificationConfig, configId, extended: _, ...more } = params;
  return { ...more, ...objectIn(pushNotificationConfig), ...(configId !== undefined && { id: configId }) };
}

/** The errors, by the names that the specification and the corpus have for them. */
export const errorNames: Readonly<Record<string, ErrorCode>> = {
  TaskNotFoundError: "TASK_NOT_FOUND",
  TaskNotCancelableError: "TASK_NOT_CANCELABLE",
  UnsupportedOperationError: "UNSUPPORTED_OPERATION",
  ContentTypeNotSupportedError: "CONTENT_TYPE_NOT_SUPPORTED",
  InvalidParamsError: "INVALID_PARAMS",
  VersionNotSupportedError: "VERSION_NOT_SUPPORTED",
  PushNotificationNotSupportedError: "PUSH_NOTIFICATION_NOT_SUPPORTED",
  StreamingNotSupportedError: "UNSUPPORTED_OPERATION",
  ExtensionSupportRequiredError: "EXTENSION_SUPPORT_REQUIRED",
  ExtendedCardNotSupportedError: "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
  ExtendedAgentCardNotConfiguredError: "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
  JSONParseError: "PARSE_ERROR",
  InvalidRequestError: "INVALID_REQUEST",
  MethodNotFoundError: "METHOD_NOT_FOUND",
  InternalError: "INTERNAL",
};

/** Replaces the names of errors in an assertion by their codes. */
export function withErrorCodes(assertion: JsonValue): JsonValue {
  if (typeof assertion === "string") return errorNames[assertion] ?? assertion;
  if (Array.isArray(assertion)) return assertion.map(withErrorCodes);
  if (typeof assertion !== "object" || assertion === null) return assertion;
  return Object.fromEntries(Object.entries(assertion).map(([key, value]) => [key, withErrorCodes(value)]));
}
