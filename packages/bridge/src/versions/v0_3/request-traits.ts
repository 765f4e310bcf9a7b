import { isJsonObject, type JsonObject } from "@a2a/types";
import type { RequestTraits } from "../../codec/defer-codec.ts";
import { type Route, route } from "../../codec/operation-table.ts";

/** The JSON-RPC methods of 0.3. */
export const methods = {
  sendMessage: { rpcMethod: "message/send" },
  sendStreamingMessage: { rpcMethod: "message/stream" },
  getTask: { rpcMethod: "tasks/get" },
  cancelTask: { rpcMethod: "tasks/cancel" },
  subscribeToTask: { rpcMethod: "tasks/resubscribe" },
  createTaskPushNotificationConfig: { rpcMethod: "tasks/pushNotificationConfig/set" },
  getTaskPushNotificationConfig: { rpcMethod: "tasks/pushNotificationConfig/get" },
  listTaskPushNotificationConfigs: { rpcMethod: "tasks/pushNotificationConfig/list" },
  deleteTaskPushNotificationConfig: { rpcMethod: "tasks/pushNotificationConfig/delete" },
  getExtendedAgentCard: {
    rpcMethod: "agent/getAuthenticatedExtendedCard",
    rpcAliases: ["agent/authenticatedExtendedCard"],
    paramsOptional: true,
  },
} as const;

const pushConfigs = "/v1/tasks/{id}/pushNotificationConfigs";

/** The HTTP+JSON routes of 0.3, for both body formats. */
export const routes = {
  sendMessage: [route("POST", "/v1/message:send")],
  sendStreamingMessage: [route("POST", "/v1/message:stream")],
  getTask: [route("GET", "/v1/tasks/{id}", { historyLength: "number" })],
  listTasks: [
    route("GET", "/v1/tasks", {
      contextId: "text",
      status: "enum",
      pageSize: "number",
      pageToken: "text",
      historyLength: "number",
      lastUpdatedAfter: "text",
      includeArtifacts: "boolean",
    }),
  ],
  cancelTask: [route("POST", "/v1/tasks/{id}:cancel")],
  subscribeToTask: [route("POST", "/v1/tasks/{id}:subscribe"), route("GET", "/v1/tasks/{id}:subscribe")],
  createTaskPushNotificationConfig: [
    route("POST", pushConfigs),
    // A typo in the protobuf annotations.
    { ...route("POST", "/v1/task/{id}/pushNotificationConfigs"), alias: true },
  ],
  getTaskPushNotificationConfig: [route("GET", `${pushConfigs}/{pushNotificationConfigId}`)],
  listTaskPushNotificationConfigs: [route("GET", pushConfigs, { pageSize: "number", pageToken: "text" })],
  deleteTaskPushNotificationConfig: [route("DELETE", `${pushConfigs}/{pushNotificationConfigId}`)],
  getExtendedAgentCard: [route("GET", "/v1/card")],
} as const satisfies Record<string, readonly Route[]>;

/** How requests of 0.3 are recognized. */
export const requestTraits = { operations: methods, routes, ownsBody } as const satisfies RequestTraits;

/** A message of 0.3 is tagged by a `kind`, as are its parts, or has `content` for parts and may be called `request`. */
function ownsBody({ message, request }: JsonObject): boolean {
  const sent = [message, request].find(isJsonObject);
  if (sent === undefined) return false;
  if (isJsonObject(request) || typeof sent.kind === "string" || Array.isArray(sent.content)) return true;
  return Array.isArray(sent.parts) && sent.parts.some((part) => isJsonObject(part) && typeof part.kind === "string");
}
