export {
  agentCard,
  agentExtension,
  agentInterface,
  agentSkill,
  oauthFlows,
  securityRequirement,
  securityScheme,
} from "./arbitraries/card.ts";
export { a2aError } from "./arbitraries/errors.ts";
export {
  artifact,
  artifactUpdate,
  logEvent,
  message,
  part,
  statusUpdate,
  streamResponse,
  task,
  taskLog,
  taskState,
  taskStatus,
} from "./arbitraries/model.ts";
export {
  cancelTaskRequest,
  createTaskPushNotificationConfigRequest,
  deleteTaskPushNotificationConfigRequest,
  getExtendedAgentCardRequest,
  getTaskPushNotificationConfigRequest,
  getTaskRequest,
  listTaskPushNotificationConfigsRequest,
  listTaskPushNotificationConfigsResponse,
  listTasksRequest,
  listTasksResponse,
  pushConfig,
  sendMessageConfiguration,
  sendMessageRequest,
  sendMessageResponse,
  subscribeToTaskRequest,
} from "./arbitraries/requests.ts";
export * as v0_1 from "./arbitraries/v0_1.ts";
export * as v0_2 from "./arbitraries/v0_2.ts";
export * as v0_3 from "./arbitraries/v0_3.ts";
export { jsonObject, jsonValue, text, timestamp } from "./arbitraries/values.ts";
