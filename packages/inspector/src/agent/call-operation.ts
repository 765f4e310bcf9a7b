import type { AgentClient } from "@a2a/client";
import { type ListTasksRequest, LocalError, type TaskPushNotificationConfig } from "@a2a/types";
import type { CallRequest } from "../protocol/api.ts";

/** Makes a call without a stream. The agent checks its input. */
export function callOperation(
  client: AgentClient,
  { operation, input }: CallRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const text = (name: string) => String(input[name] ?? "");
  switch (operation) {
    case "getTask":
      return client.getTask(text("id"), { signal });
    case "listTasks":
      return client.listTasks(input as ListTasksRequest, { signal }); // the agent checks it
    case "cancelTask":
      return client.cancelTask(text("id"), { signal });
    case "createTaskPushNotificationConfig":
      return client.createPushConfig(input as TaskPushNotificationConfig & { taskId: string }, { signal }); // the same
    case "listTaskPushNotificationConfigs":
      return client.listPushConfigs(text("taskId"), { signal });
    case "deleteTaskPushNotificationConfig":
      return client.deletePushConfig(text("taskId"), text("id"), { signal });
    case "getExtendedAgentCard":
      return client.extendedCard({ signal });
    default:
      throw new LocalError("CONFIG", `operation: ${JSON.stringify(operation)} is not known`);
  }
}
