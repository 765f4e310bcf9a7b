import * as fc from "fast-check";
import type { Artifact } from "../versions/v0_3/artifact.ts";
import type { AgentCard, AgentSkill } from "../versions/v0_3/card.ts";
import type {
  SendMessageResult,
  StreamEvent,
  TaskArtifactUpdateEvent,
  TaskStatusUpdateEvent,
} from "../versions/v0_3/events.ts";
import type { Message, Role } from "../versions/v0_3/message.ts";
import type { Part } from "../versions/v0_3/part.ts";
import type { PushNotificationConfig, TaskPushNotificationConfig } from "../versions/v0_3/push.ts";
import type {
  DeleteTaskPushNotificationConfigParams,
  GetTaskPushNotificationConfigParams,
  MessageSendParams,
  TaskIdParams,
  TaskQueryParams,
} from "../versions/v0_3/requests.ts";
import type { OAuthFlows, SecurityRequirement, SecurityScheme } from "../versions/v0_3/security.ts";
import { type Task, TaskStateSchema, type TaskStatus } from "../versions/v0_3/task.ts";
import {
  base64,
  count,
  id,
  jsonObject,
  list,
  mapOf,
  mediaTypes,
  nonEmptyText,
  object,
  olderTimestamp,
  text,
  texts,
  url,
} from "./values.ts";

const metadata = jsonObject;
const aboutFile = { name: text, mimeType: fc.constantFrom("text/plain", "image/png") };

/** A part of any of the three kinds. */
export const part: fc.Arbitrary<Part> = fc.oneof(
  object({ kind: fc.constant("text" as const), text }, { metadata }),
  object(
    {
      kind: fc.constant("file" as const),
      file: fc.oneof(object({ bytes: base64 }, aboutFile), object({ uri: fc.oneof(url, text) }, aboutFile)),
    },
    { metadata },
  ),
  object({ kind: fc.constant("data" as const), data: jsonObject }, { metadata }),
);

/** A message. */
export const message: fc.Arbitrary<Message> = object(
  {
    kind: fc.constant("message" as const),
    messageId: id,
    role: fc.constantFrom<Role>("user", "agent"),
    parts: list(part, 1),
  },
  { taskId: id, contextId: id, metadata, extensions: list(url), referenceTaskIds: list(id) },
);

/** An artifact. */
export const artifact: fc.Arbitrary<Artifact> = object(
  { artifactId: id, parts: list(part, 1) },
  { name: text, description: text, metadata, extensions: texts },
);

/** A status, also with a time that has no zone. */
export const taskStatus: fc.Arbitrary<TaskStatus> = object(
  { state: fc.constantFrom(...TaskStateSchema.options) },
  { message, timestamp: olderTimestamp },
);

/** A task; its artifacts differ in their ids. */
export const task: fc.Arbitrary<Task> = object(
  { kind: fc.constant("task" as const), id, contextId: id, status: taskStatus },
  {
    history: list(message),
    artifacts: fc.uniqueArray(artifact, { maxLength: 3, selector: (one) => one.artifactId }),
    metadata,
  },
);

/** A status update. */
export const statusUpdate: fc.Arbitrary<TaskStatusUpdateEvent> = object(
  { kind: fc.constant("status-update" as const), taskId: id, contextId: id, status: taskStatus, final: fc.boolean() },
  { metadata },
);

/** An artifact update. */
export const artifactUpdate: fc.Arbitrary<TaskArtifactUpdateEvent> = object(
  { kind: fc.constant("artifact-update" as const), taskId: id, contextId: id, artifact },
  { append: fc.boolean(), lastChunk: fc.boolean(), metadata },
);

/** One event of a stream. */
export const streamEvent: fc.Arbitrary<StreamEvent> = fc.oneof(task, message, statusUpdate, artifactUpdate);

/** The answer to a message. */
export const sendMessageResult: fc.Arbitrary<SendMessageResult> = fc.oneof(task, message);

/** A webhook. */
export const pushConfig: fc.Arbitrary<PushNotificationConfig> = object(
  { url },
  {
    id,
    token: nonEmptyText,
    authentication: object(
      { schemes: list(fc.constantFrom("Bearer", "Basic", "x-own"), 1) },
      { credentials: nonEmptyText },
    ),
  },
);

/** The webhook of a task. */
export const taskPushConfig: fc.Arbitrary<TaskPushNotificationConfig> = fc.record(
  { taskId: id, pushNotificationConfig: pushConfig },
  { noNullPrototype: true },
);

/** Params of `message/send`. */
export const messageSendParams: fc.Arbitrary<MessageSendParams> = object(
  { message },
  {
    configuration: object(
      {},
      {
        acceptedOutputModes: mediaTypes,
        historyLength: count,
        pushNotificationConfig: pushConfig,
        blocking: fc.boolean(),
      },
    ),
    metadata,
  },
);

/** Params that name a task. */
export const taskIdParams: fc.Arbitrary<TaskIdParams> = object({ id }, { metadata });

/** Params of `tasks/get`. */
export const taskQueryParams: fc.Arbitrary<TaskQueryParams> = object({ id }, { metadata, historyLength: count });

/** Params that read a webhook. */
export const getPushConfigParams: fc.Arbitrary<GetTaskPushNotificationConfigParams> = object(
  { id },
  { metadata, pushNotificationConfigId: id },
);

/** Params that remove a webhook. */
export const deletePushConfigParams: fc.Arbitrary<DeleteTaskPushNotificationConfigParams> = object(
  { id, pushNotificationConfigId: id },
  { metadata },
);

const scopes = mapOf(text);

/** Any number of OAuth 2.0 flows, also none. */
export const oauthFlows: fc.Arbitrary<OAuthFlows> = object(
  {},
  {
    authorizationCode: object({ authorizationUrl: url, tokenUrl: url, scopes }, { refreshUrl: url }),
    clientCredentials: object({ tokenUrl: url, scopes }, { refreshUrl: url }),
    implicit: object({ authorizationUrl: url, scopes }, { refreshUrl: url }),
    password: object({ tokenUrl: url, scopes }, { refreshUrl: url }),
  },
);

/** A security scheme of any of the five kinds. */
export const securityScheme: fc.Arbitrary<SecurityScheme> = fc.oneof(
  object(
    {
      type: fc.constant("apiKey" as const),
      in: fc.constantFrom("query" as const, "header" as const, "cookie" as const),
      name: nonEmptyText,
    },
    { description: text },
  ),
  object(
    { type: fc.constant("http" as const), scheme: fc.constantFrom("bearer", "Basic", "DPoP") },
    { description: text, bearerFormat: fc.constant("JWT") },
  ),
  object({ type: fc.constant("oauth2" as const), flows: oauthFlows }, { description: text, oauth2MetadataUrl: url }),
  object({ type: fc.constant("openIdConnect" as const), openIdConnectUrl: url }, { description: text }),
  object({ type: fc.constant("mutualTLS" as const) }, { description: text }),
);

/** Schemes that are needed together. */
export const securityRequirement: fc.Arbitrary<SecurityRequirement> = mapOf(texts);

/** A skill. */
export const agentSkill: fc.Arbitrary<AgentSkill> = object(
  { id: nonEmptyText, name: nonEmptyText, description: text, tags: texts },
  { examples: texts, inputModes: mediaTypes, outputModes: mediaTypes, security: list(securityRequirement) },
);

const transport = fc.constantFrom("JSONRPC", "HTTP+JSON", "GRPC", "x-queue");

/** A card. */
export const agentCard: fc.Arbitrary<AgentCard> = object(
  {
    protocolVersion: fc.constantFrom("0.3.0", "0.3"),
    name: nonEmptyText,
    description: text,
    url,
    version: text,
    capabilities: object(
      {},
      {
        streaming: fc.boolean(),
        pushNotifications: fc.boolean(),
        stateTransitionHistory: fc.boolean(),
        extensions: list(object({ uri: url }, { description: text, required: fc.boolean(), params: jsonObject })),
      },
    ),
    defaultInputModes: mediaTypes,
    defaultOutputModes: mediaTypes,
    skills: list(agentSkill),
  },
  {
    preferredTransport: transport,
    additionalInterfaces: list(fc.record({ url, transport }, { noNullPrototype: true })),
    iconUrl: url,
    provider: fc.record({ organization: text, url }, { noNullPrototype: true }),
    documentationUrl: url,
    securitySchemes: mapOf(securityScheme),
    security: list(securityRequirement),
    supportsAuthenticatedExtendedCard: fc.boolean(),
    signatures: list(object({ protected: nonEmptyText, signature: nonEmptyText }, { header: jsonObject })),
  },
);
