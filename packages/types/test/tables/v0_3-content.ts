import type * as v0_3 from "../../src/v0_3.ts";
import { ABSENT, type Rows } from "./row.ts";

const text = { kind: "text", text: "" };
const bytes = { bytes: "aGk=", name: "hi.txt", mimeType: "text/plain" };
const file = { kind: "file", file: bytes };
const data = { kind: "data", data: { metres: 2.4 }, metadata: {} };
const message = {
  kind: "message",
  messageId: "m-3",
  role: "user",
  parts: [text, file, data],
  taskId: "t-3",
  contextId: "quay",
  metadata: { trace: "b2" },
  extensions: [],
  referenceTaskIds: ["t-2"],
};
const artifact = { artifactId: "a-3", name: "levels", parts: [data], metadata: {}, extensions: [] };
const status = { state: "input-required", message, timestamp: "2025-08-01T09:15:00.250812" };
const task = { kind: "task", id: "t-3", contextId: "quay", status, history: [message], artifacts: [artifact] };
const statusUpdate = { kind: "status-update", taskId: "t-3", contextId: "quay", status, final: true };
const artifactUpdate = { kind: "artifact-update", taskId: "t-3", contextId: "quay", artifact, append: false };
const authentication = { schemes: ["Bearer", "Basic"], credentials: "tok" };
const config = { url: "https://hooks.example/quay", id: "c-1", token: "x", authentication };
const taskConfig = { taskId: "t-3", pushNotificationConfig: config };
const configuration = { acceptedOutputModes: [], historyLength: 2, pushNotificationConfig: config, blocking: false };

/** Messages, tasks, events, webhooks and params. */
export const rows = {
  FileContentSchema: {
    example: bytes,
    wrong: [
      ["bytes", ABSENT, ""],
      ["uri", "https://quay.example/hi", ""],
      ["bytes", "hi!"],
      ["mimeType", null],
    ],
  },
  TextPartSchema: {
    example: text,
    wrong: [
      ["kind", ABSENT],
      ["kind", "data"],
      ["text", null],
    ],
  },
  FilePartSchema: {
    example: file,
    wrong: [
      ["file", ABSENT],
      ["file", {}],
      ["file.name", 1],
      ["kind", "text"],
    ],
  },
  DataPartSchema: {
    example: data,
    wrong: [
      ["data", [1]],
      ["data", "x"],
      ["data", null],
      ["metadata", []],
    ],
  },
  PartSchema: {
    example: data,
    wrong: [
      ["kind", ABSENT],
      ["kind", "TEXT"],
      ["data", 5],
      ["metadata", null],
    ],
  },
  RoleSchema: {
    example: "agent",
    wrong: [
      ["", "ROLE_AGENT"],
      ["", "assistant"],
      ["", null],
    ],
  },
  MessageSchema: {
    example: message,
    wrong: [
      ["kind", ABSENT],
      ["messageId", ""],
      ["role", "system"],
      ["parts", ABSENT],
      ["parts.1.file.bytes", 5],
      ["contextId", null],
    ],
  },
  ArtifactSchema: {
    example: artifact,
    wrong: [
      ["artifactId", ABSENT],
      ["parts", {}],
      ["parts.0.kind", "json"],
      ["description", 1],
    ],
  },
  TaskStateSchema: {
    example: "auth-required",
    wrong: [
      ["", "cancelled"],
      ["", "TASK_STATE_WORKING"],
      ["", ""],
    ],
  },
  TaskStatusSchema: {
    example: status,
    wrong: [
      ["state", "done"],
      ["message", "please"],
      ["timestamp", "2025-08-01 09:15"],
      ["timestamp", "2025-13-01T09:15:00Z"],
    ],
  },
  TaskSchema: {
    example: task,
    wrong: [
      ["contextId", ABSENT],
      ["kind", "Task"],
      ["history.0.parts.0.text", ABSENT],
      ["artifacts", null],
    ],
  },
  TaskStatusUpdateEventSchema: {
    example: statusUpdate,
    wrong: [
      ["final", ABSENT],
      ["final", "true"],
      ["status", ABSENT],
      ["contextId", ""],
    ],
  },
  TaskArtifactUpdateEventSchema: {
    example: artifactUpdate,
    wrong: [
      ["artifact.artifactId", ""],
      ["append", null],
      ["taskId", ABSENT],
    ],
  },
  StreamEventSchema: {
    example: artifactUpdate,
    wrong: [
      ["kind", ABSENT],
      ["kind", "done"],
      ["artifact.parts.0.data", []],
    ],
  },
  SendMessageResultSchema: {
    example: task,
    wrong: [
      ["kind", "status-update"],
      ["status.state", "x"],
      ["", { task }, "kind"],
    ],
  },
  PushNotificationAuthenticationInfoSchema: {
    example: authentication,
    wrong: [
      ["schemes", ABSENT],
      ["schemes", "Bearer"],
      ["credentials", 1],
    ],
  },
  PushNotificationConfigSchema: {
    example: config,
    wrong: [
      ["url", ABSENT],
      ["url", ""],
      ["authentication.schemes.0", 1],
    ],
  },
  TaskPushNotificationConfigSchema: {
    example: taskConfig,
    wrong: [
      ["taskId", ""],
      ["pushNotificationConfig", ABSENT],
      ["pushNotificationConfig", null],
      ["pushNotificationConfig.token", {}],
    ],
  },
  MessageSendConfigurationSchema: {
    example: configuration,
    wrong: [
      ["blocking", "true"],
      ["historyLength", -1],
      ["pushNotificationConfig.url", ABSENT],
    ],
  },
  MessageSendParamsSchema: {
    example: { message, configuration, metadata: {} },
    wrong: [
      ["message", ABSENT],
      ["message.parts", []],
      ["message.parts.2.data", 1],
      ["configuration.acceptedOutputModes", "x"],
    ],
  },
  TaskIdParamsSchema: {
    example: { id: "t-3", metadata: { why: "fog" } },
    wrong: [
      ["id", ABSENT],
      ["id", ""],
      ["metadata", "fog"],
    ],
  },
  TaskQueryParamsSchema: {
    example: { id: "t-3", historyLength: 0 },
    wrong: [
      ["id", ABSENT],
      ["historyLength", -2],
      ["historyLength", "0"],
    ],
  },
  GetTaskPushNotificationConfigParamsSchema: {
    example: { id: "t-3", pushNotificationConfigId: "c-1" },
    wrong: [
      ["id", ABSENT],
      ["pushNotificationConfigId", 1],
      ["metadata", null],
    ],
  },
  ListTaskPushNotificationConfigParamsSchema: {
    example: { id: "t-3" },
    wrong: [
      ["id", ABSENT],
      ["id", ""],
      ["metadata", []],
    ],
  },
  DeleteTaskPushNotificationConfigParamsSchema: {
    example: { id: "t-3", pushNotificationConfigId: "c-1" },
    wrong: [
      ["pushNotificationConfigId", ABSENT],
      ["pushNotificationConfigId", ""],
      ["id", 3],
    ],
  },
} satisfies Partial<Rows<typeof v0_3>>;
