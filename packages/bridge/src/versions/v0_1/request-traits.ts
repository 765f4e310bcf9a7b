import type { RequestTraits } from "../../codec/defer-codec.ts";

/** The JSON-RPC methods of 0.1. A task has at most one webhook: listing reads that one, and deleting it sets none. */
export const methods = {
  sendMessage: { rpcMethod: "tasks/send" },
  sendStreamingMessage: { rpcMethod: "tasks/sendSubscribe" },
  getTask: { rpcMethod: "tasks/get" },
  cancelTask: { rpcMethod: "tasks/cancel" },
  subscribeToTask: { rpcMethod: "tasks/resubscribe" },
  createTaskPushNotificationConfig: { rpcMethod: "tasks/pushNotification/set" },
  getTaskPushNotificationConfig: { rpcMethod: "tasks/pushNotification/get" },
  listTaskPushNotificationConfigs: { rpcMethod: "tasks/pushNotification/get", clientOnly: true },
  deleteTaskPushNotificationConfig: { rpcMethod: "tasks/pushNotification/set", clientOnly: true },
} as const;

/** How requests of 0.1 are recognized. */
export const requestTraits = {
  operations: methods,
  ownsMethod: (method) => method.startsWith("tasks/send") || method.startsWith("tasks/pushNotification/"),
} as const satisfies RequestTraits;
