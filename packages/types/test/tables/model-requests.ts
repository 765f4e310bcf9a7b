import type * as types from "../../src/schemas.ts";
import { ABSENT, type Rows } from "./row.ts";

const part = { text: "Low water is at 06:12", mediaType: "text/plain" };
const message = {
  messageId: "m-7",
  contextId: "harbour",
  role: "ROLE_USER",
  parts: [part, { data: null }],
  metadata: { trace: "a1" },
  extensions: ["https://ext.example/tides"],
  referenceTaskIds: ["t-1"],
};
const artifact = { artifactId: "a-1", name: "table", parts: [{ raw: "aGk=", filename: "hi.txt" }], extensions: [] };
const status = { state: "TASK_STATE_WORKING", message, timestamp: "2026-03-01T09:15:00.25Z" };
const task = { id: "t-7", contextId: "harbour", status, artifacts: [artifact], history: [message], metadata: {} };
const authentication = { scheme: "Bearer", credentials: "s3cret" };
const config = { id: "hook", taskId: "t-7", url: "https://hooks.example/tides", token: "tok", authentication };
const configuration = { acceptedOutputModes: ["text/plain"], historyLength: 0, taskPushNotificationConfig: config };
const named = { id: "t-7", tenant: "north" };

/** Webhooks, requests and responses. */
export const rows = {
  AuthenticationInfoSchema: {
    example: authentication,
    wrong: [
      ["scheme", ""],
      ["scheme", ABSENT],
      ["credentials", {}],
    ],
  },
  TaskPushNotificationConfigSchema: {
    example: config,
    wrong: [
      ["url", ABSENT],
      ["url", ""],
      ["authentication.scheme", ABSENT],
      ["token", 5],
    ],
  },
  SendMessageConfigurationSchema: {
    example: configuration,
    wrong: [
      ["historyLength", -1],
      ["historyLength", 1.5],
      ["taskPushNotificationConfig.url", ABSENT],
      ["returnImmediately", "no"],
    ],
  },
  SendMessageRequestSchema: {
    example: { tenant: "north", message, configuration, metadata: {} },
    wrong: [
      ["message", ABSENT],
      ["message.parts.0", { text: "a", data: 1 }],
      ["configuration.acceptedOutputModes", "text/plain"],
      ["metadata", []],
    ],
  },
  GetTaskRequestSchema: {
    example: { ...named, historyLength: 3 },
    wrong: [
      ["id", ABSENT],
      ["historyLength", "3"],
      ["historyLength", 2_147_483_648],
    ],
  },
  ListTasksRequestSchema: {
    example: { status: "TASK_STATE_WORKING", pageSize: 100, statusTimestampAfter: "2026-03-01T00:00:00Z" },
    wrong: [
      ["pageSize", 0],
      ["pageSize", 101],
      ["status", "working"],
      ["statusTimestampAfter", "yesterday"],
      ["includeArtifacts", 1],
    ],
  },
  CancelTaskRequestSchema: {
    example: { ...named, metadata: { why: "storm" } },
    wrong: [
      ["id", ""],
      ["tenant", 5],
      ["metadata", "storm"],
    ],
  },
  SubscribeToTaskRequestSchema: {
    example: named,
    wrong: [
      ["id", ABSENT],
      ["id", ""],
      ["tenant", null],
    ],
  },
  CreateTaskPushNotificationConfigRequestSchema: {
    example: config,
    wrong: [
      ["taskId", ABSENT],
      ["url", ""],
      ["authentication", "Bearer"],
    ],
  },
  GetTaskPushNotificationConfigRequestSchema: {
    example: { taskId: "t-7", id: "hook" },
    wrong: [
      ["taskId", ABSENT],
      ["id", ABSENT],
      ["id", 5],
    ],
  },
  DeleteTaskPushNotificationConfigRequestSchema: {
    example: { taskId: "t-7", id: "hook" },
    wrong: [
      ["taskId", ""],
      ["id", ABSENT],
      ["tenant", 5],
    ],
  },
  ListTaskPushNotificationConfigsRequestSchema: {
    example: { taskId: "t-7", pageSize: 0, pageToken: "p2" },
    wrong: [
      ["taskId", ABSENT],
      ["pageSize", -1],
      ["pageToken", 2],
    ],
  },
  GetExtendedAgentCardRequestSchema: {
    example: { tenant: "north" },
    wrong: [
      ["tenant", 5],
      ["", null],
      ["", []],
    ],
  },
  SendMessageResponseSchema: {
    example: { task },
    wrong: [
      ["", task],
      ["message", message, ""],
      ["task.status", ABSENT],
    ],
  },
  ListTasksResponseSchema: {
    example: { tasks: [task], nextPageToken: "", pageSize: 50, totalSize: 1 },
    wrong: [
      ["nextPageToken", ABSENT],
      ["tasks.0.id", ABSENT],
      ["totalSize", -1],
    ],
  },
  ListTaskPushNotificationConfigsResponseSchema: {
    example: { configs: [config], nextPageToken: "" },
    wrong: [
      ["configs", {}],
      ["configs.0.url", ABSENT],
      ["nextPageToken", null],
    ],
  },
  EmptySchema: {
    example: {},
    wrong: [
      ["", null],
      ["", []],
      ["", "ok"],
    ],
  },
} satisfies Partial<Rows<typeof types>>;
