import type * as types from "../../src/index.ts";
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
const statusUpdate = { taskId: "t-7", contextId: "harbour", status };
const artifactUpdate = { taskId: "t-7", contextId: "harbour", artifact, append: true, lastChunk: false };
const authentication = { scheme: "Bearer", credentials: "s3cret" };
const config = { id: "hook", taskId: "t-7", url: "https://hooks.example/tides", token: "tok", authentication };
const apiKey = { location: "header", name: "X-Key", description: "ask the harbour master" };
const http = { scheme: "Bearer", bearerFormat: "JWT" };
const deviceCode = { deviceAuthorizationUrl: "https://id.example/device", tokenUrl: "https://id.example/token" };
const flows = { deviceCode: { ...deviceCode, scopes: { read: "read tides" } } };
const oauth2 = { flows, oauth2MetadataUrl: "https://id.example/.well-known/oauth-authorization-server" };
const requirement = { schemes: { key: { list: [] }, id: { list: ["read"] }, cert: {} } };
const extension = { uri: "https://ext.example/tides", required: true, params: { port: "Kiel" } };
const iface = { url: "https://tides.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "north" };
const skill = { id: "low", name: "Low water", description: "", tags: ["sea"], securityRequirements: [requirement] };
const signature = { protected: "eyJhbGciOiJFUzI1NiJ9", signature: "c2ln", header: { kid: "1" } };
const card = {
  name: "Tide desk",
  description: "Knows the tides",
  supportedInterfaces: [iface],
  provider: { url: "https://tides.example", organization: "Tides" },
  version: "3",
  capabilities: { streaming: true, extensions: [extension] },
  securitySchemes: { key: { apiKeySecurityScheme: apiKey } },
  securityRequirements: [requirement],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [skill],
  signatures: [signature],
};
const configuration = { acceptedOutputModes: ["text/plain"], historyLength: 0, taskPushNotificationConfig: config };
const named = { id: "t-7", tenant: "north" };

/** Every schema of the canonical model. */
export const rows: Rows<typeof types> = {
  JsonValueSchema: {
    example: [null, { a: 1 }],
    wrong: [
      ["", undefined],
      ["", Number.NaN],
      ["", 10n],
    ],
  },
  JsonObjectSchema: {
    open: true,
    example: { a: [1, null] },
    wrong: [
      ["", []],
      ["", null],
      ["", "{}"],
    ],
  },
  Base64Schema: {
    example: "aGk=",
    wrong: [
      ["", "aGk"],
      ["", "a_k="],
      ["", "a==="],
      ["", 5],
    ],
  },
  TimestampSchema: {
    example: "2026-03-01T09:15:00.123456789Z",
    wrong: [
      ["", "2026-03-01T09:15:00"],
      ["", "2026-03-01T09:15:00+01:00"],
      ["", "2026-02-30T09:15:00Z"],
      ["", "2026-03-01T25:15:00Z"],
      ["", "2026-03-01"],
    ],
  },
  PartSchema: {
    example: part,
    wrong: [
      ["text", 5],
      ["text", ABSENT, ""],
      ["url", "https://tides.example", ""],
      ["raw", "not base64!"],
      ["metadata", []],
      ["mediaType", null],
    ],
  },
  RoleSchema: {
    example: "ROLE_AGENT",
    wrong: [
      ["", "agent"],
      ["", 1],
      ["", null],
    ],
  },
  MessageSchema: {
    example: message,
    wrong: [
      ["messageId", ""],
      ["messageId", ABSENT],
      ["role", "user"],
      ["parts", []],
      ["parts.1", {}],
      ["parts.0.text", false],
      ["contextId", undefined],
      ["extensions", "x"],
      ["referenceTaskIds.0", 4],
    ],
  },
  ArtifactSchema: {
    example: artifact,
    wrong: [
      ["artifactId", ABSENT],
      ["parts", []],
      ["parts.0.raw", "?"],
      ["name", null],
    ],
  },
  TaskStateSchema: {
    example: "TASK_STATE_REJECTED",
    wrong: [
      ["", "rejected"],
      ["", "TASK_STATE_CANCELLED"],
      ["", 3],
    ],
  },
  TaskStatusSchema: {
    example: status,
    wrong: [
      ["state", ABSENT],
      ["state", "working"],
      ["timestamp", 1_700_000_000],
      ["message.role", null],
    ],
  },
  TaskSchema: {
    example: task,
    wrong: [
      ["id", ""],
      ["status", ABSENT],
      ["artifacts.0.artifactId", 1],
      ["history", {}],
      ["metadata", "x"],
    ],
  },
  TaskStatusUpdateEventSchema: {
    example: statusUpdate,
    wrong: [
      ["taskId", ABSENT],
      ["contextId", ""],
      ["status.state", ABSENT],
      ["metadata", null],
    ],
  },
  TaskArtifactUpdateEventSchema: {
    example: artifactUpdate,
    wrong: [
      ["artifact", ABSENT],
      ["append", "true"],
      ["lastChunk", 1],
      ["artifact.parts", []],
    ],
  },
  StreamResponseSchema: {
    example: { statusUpdate },
    wrong: [
      ["", {}],
      ["task", task, ""],
      ["statusUpdate.taskId", ABSENT],
      ["", null],
    ],
  },
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
  AgentInterfaceSchema: {
    example: iface,
    wrong: [
      ["url", ABSENT],
      ["protocolBinding", ""],
      ["protocolVersion", 1],
    ],
  },
  AgentProviderSchema: {
    example: card.provider,
    wrong: [
      ["url", ABSENT],
      ["organization", ABSENT],
      ["organization", null],
    ],
  },
  AgentExtensionSchema: {
    example: extension,
    wrong: [
      ["uri", 5],
      ["required", "yes"],
      ["params", []],
    ],
  },
  AgentCapabilitiesSchema: {
    example: card.capabilities,
    wrong: [
      ["streaming", "true"],
      ["extensions", {}],
      ["extendedAgentCard", null],
    ],
  },
  AgentSkillSchema: {
    example: skill,
    wrong: [
      ["id", ""],
      ["description", ABSENT],
      ["tags", "sea"],
      ["securityRequirements.0.schemes.id.list", "read"],
    ],
  },
  AgentCardSignatureSchema: {
    example: signature,
    wrong: [
      ["protected", ABSENT],
      ["signature", ""],
      ["header", "kid"],
    ],
  },
  AgentCardSchema: {
    example: card,
    wrong: [
      ["name", ABSENT],
      ["supportedInterfaces", []],
      ["supportedInterfaces.0.url", ""],
      ["capabilities", ABSENT],
      ["skills.0.name", ABSENT],
      ["securitySchemes.key", {}],
      ["defaultInputModes", "text"],
    ],
  },
  APIKeySecuritySchemeSchema: {
    example: apiKey,
    wrong: [
      ["location", "body"],
      ["location", ABSENT],
      ["name", ""],
    ],
  },
  HTTPAuthSecuritySchemeSchema: {
    example: http,
    wrong: [
      ["scheme", ABSENT],
      ["scheme", ""],
      ["bearerFormat", null],
    ],
  },
  OAuthFlowsSchema: {
    example: flows,
    wrong: [
      ["", {}],
      ["implicit", {}, ""],
      ["deviceCode.scopes", ABSENT],
      ["deviceCode.scopes.read", true],
    ],
  },
  OAuth2SecuritySchemeSchema: {
    example: oauth2,
    wrong: [
      ["flows", ABSENT],
      ["flows", {}],
      ["flows.deviceCode.tokenUrl", ""],
      ["oauth2MetadataUrl", 1],
    ],
  },
  OpenIdConnectSecuritySchemeSchema: {
    example: { openIdConnectUrl: "https://id.example/.well-known/openid-configuration" },
    wrong: [
      ["openIdConnectUrl", ABSENT],
      ["openIdConnectUrl", ""],
      ["description", 1],
    ],
  },
  MutualTlsSecuritySchemeSchema: {
    example: { description: "ask for a certificate" },
    wrong: [
      ["description", 1],
      ["", null],
      ["", []],
    ],
  },
  SecuritySchemeSchema: {
    example: { httpAuthSecurityScheme: http },
    wrong: [
      ["", {}],
      ["mtlsSecurityScheme", {}, ""],
      ["httpAuthSecurityScheme.scheme", ABSENT],
    ],
  },
  SecurityRequirementSchema: {
    example: requirement,
    wrong: [
      ["schemes", ABSENT],
      ["schemes.id", ["read"]],
      ["schemes.id.list.0", 1],
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
};
