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
