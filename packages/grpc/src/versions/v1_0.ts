import { v1_0Proto } from "../proto/v1_0.ts";
import type { GrpcSpelling } from "./spelling.ts";

/** 1.0: the messages are the model, and the methods have the names of JSON-RPC. */
export const v1_0Spelling: GrpcSpelling = {
  file: v1_0Proto,
  methods: {
    sendMessage: "SendMessage",
    sendStreamingMessage: "SendStreamingMessage",
    getTask: "GetTask",
    listTasks: "ListTasks",
    cancelTask: "CancelTask",
    subscribeToTask: "SubscribeToTask",
    createTaskPushNotificationConfig: "CreateTaskPushNotificationConfig",
    getTaskPushNotificationConfig: "GetTaskPushNotificationConfig",
    listTaskPushNotificationConfigs: "ListTaskPushNotificationConfigs",
    deleteTaskPushNotificationConfig: "DeleteTaskPushNotificationConfig",
    getExtendedAgentCard: "GetExtendedAgentCard",
  },
  table: ({ operations }) => operations,
  fromRequest: {
    // In a message, a size of zero is one that was not set: a2a-go writes it always.
    listTasks(request) {
      if (request.pageSize !== 0) return request;
      const { pageSize: _, ...set } = request;
      return set;
    },
  },
};
