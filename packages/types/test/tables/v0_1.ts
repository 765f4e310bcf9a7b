import type * as v0_1 from "../../src/v0_1.ts";
import { ABSENT, type Rows } from "./row.ts";

const text = { type: "text", text: "ebb" };
const file = { type: "file", file: { name: "chart.png" } };
const data = { type: "data", data: [1, { metres: 2 }], metadata: {} };
const message = { role: "agent", parts: [text, file, data], metadata: { trace: "c3" } };
const artifact = { name: "chart", parts: [file], index: 1, append: true, lastChunk: false };
const status = { state: "working", message, timestamp: "2025-04-02T16:59:25.331844" };
const statusUpdate = { id: "job-1", status, final: false };
const artifactUpdate = { id: "job-1", artifact, metadata: {} };
const authentication = { schemes: ["Bearer"], credentials: "tok", realm: { name: "pier" } };
const config = { url: "https://hooks.example/pier", token: "x", authentication };
const provider = { organization: "Pier" };
const skill = { id: "ebb", name: "Ebb", tags: ["sea"] };
const card = {
  name: "Pier",
  url: "https://pier.example",
  provider,
  version: "1.0",
  capabilities: { streaming: true },
  authentication: { schemes: ["Bearer"] },
  skills: [skill],
};

/** Every schema of 0.1. */
export const rows: Rows<typeof v0_1> = {
  FileContentSchema: {
    example: { name: "chart.png", mimeType: "image/png", bytes: "", uri: "https://pier.example/chart.png" },
    wrong: [
      ["bytes", "%"],
      ["uri", 1],
      ["name", null],
    ],
  },
  TextPartSchema: {
    example: text,
    wrong: [
      ["type", ABSENT],
      ["text", ABSENT],
      ["text", 1],
    ],
  },
  FilePartSchema: {
    example: file,
    wrong: [
      ["file", ABSENT],
      ["file.bytes", "?"],
      ["metadata", 1],
    ],
  },
  DataPartSchema: {
    example: data,
    wrong: [
      ["data", null],
      ["data", "x"],
      ["data", ABSENT],
    ],
  },
  PartSchema: {
    example: text,
    wrong: [
      ["type", ABSENT],
      ["type", "image"],
      ["text", null],
    ],
  },
  RoleSchema: {
    example: "user",
    wrong: [
      ["", "User"],
      ["", "system"],
      ["", 0],
    ],
  },
  MessageSchema: {
    example: message,
    wrong: [
      ["role", ABSENT],
      ["parts", ABSENT],
      ["parts.0.type", "kind"],
      ["metadata", null],
    ],
  },
  ArtifactSchema: {
    example: artifact,
    wrong: [
      ["parts", ABSENT],
      ["index", -1],
      ["index", "0"],
      ["append", null],
    ],
  },
  TaskStateSchema: {
    example: "unknown",
    wrong: [
      ["", "rejected"],
      ["", "auth-required"],
      ["", "cancelled"],
    ],
  },
  TaskStatusSchema: {
    example: status,
    wrong: [
      ["state", ABSENT],
      ["message", "a plain text"],
      ["timestamp", "2025-04-02"],
    ],
  },
  TaskSchema: {
    example: { id: "job-1", sessionId: "s", status, artifacts: [artifact], history: [message], metadata: {} },
    wrong: [
      ["id", ABSENT],
      ["sessionId", null],
      ["status.state", "done"],
      ["artifacts.0.index", 0.5],
    ],
  },
  TaskStatusUpdateEventSchema: {
    example: statusUpdate,
    wrong: [
      ["id", ABSENT],
      ["status", ABSENT],
      ["final", "false"],
    ],
  },
  TaskArtifactUpdateEventSchema: {
    example: artifactUpdate,
    wrong: [
      ["id", ""],
      ["artifact", ABSENT],
      ["artifact.parts.0.file", "chart.png"],
    ],
  },
  StreamEventSchema: {
    example: artifactUpdate,
    wrong: [
      ["status", status, ""],
      ["artifact", ABSENT, ""],
      ["id", ABSENT],
      ["artifact.parts", ABSENT],
    ],
  },
  PushNotificationAuthenticationInfoSchema: {
    open: true,
    example: authentication,
    wrong: [
      ["schemes", ABSENT],
      ["schemes", "Bearer"],
      ["credentials", null],
    ],
  },
  PushNotificationConfigSchema: {
    example: config,
    wrong: [
      ["url", ABSENT],
      ["url", ""],
      ["authentication.schemes", ABSENT],
    ],
  },
  TaskPushNotificationConfigSchema: {
    example: { id: "job-1", pushNotificationConfig: null },
    wrong: [
      ["id", ABSENT],
      ["pushNotificationConfig", ABSENT],
      ["pushNotificationConfig", {}, "pushNotificationConfig.url"],
    ],
  },
  TaskSendParamsSchema: {
    example: { id: "job-1", sessionId: "s", message, pushNotification: config, historyLength: 5 },
    wrong: [
      ["id", ABSENT],
      ["message", ABSENT],
      ["message.parts", []],
      ["historyLength", null],
      ["pushNotification.url", 1],
    ],
  },
  TaskIdParamsSchema: {
    example: { id: "job-1" },
    wrong: [
      ["id", ABSENT],
      ["id", ""],
      ["metadata", []],
    ],
  },
  TaskQueryParamsSchema: {
    example: { id: "job-1", historyLength: 2 },
    wrong: [
      ["id", 1],
      ["historyLength", -1],
      ["metadata", "x"],
    ],
  },
  AgentAuthenticationSchema: {
    example: { schemes: [], credentials: "{}" },
    wrong: [
      ["schemes", ABSENT],
      ["schemes", "Bearer"],
      ["credentials", {}],
    ],
  },
  AgentProviderSchema: {
    example: provider,
    wrong: [
      ["organization", ABSENT],
      ["organization", 1],
      ["url", null],
    ],
  },
  AgentCapabilitiesSchema: {
    example: { streaming: false, pushNotifications: true, stateTransitionHistory: true },
    wrong: [
      ["streaming", 0],
      ["pushNotifications", "yes"],
      ["stateTransitionHistory", null],
    ],
  },
  AgentSkillSchema: {
    example: skill,
    wrong: [
      ["id", ABSENT],
      ["name", ""],
      ["tags", "sea"],
    ],
  },
  AgentCardSchema: {
    example: card,
    wrong: [
      ["name", ABSENT],
      ["url", ABSENT],
      ["version", ABSENT],
      ["capabilities", ABSENT],
      ["skills", ABSENT],
      ["authentication.schemes", "Bearer"],
    ],
  },
};
