import * as fc from "fast-check";
import type { Artifact } from "../versions/v0_1/artifact.ts";
import type { AgentCard, AgentSkill } from "../versions/v0_1/card.ts";
import type { StreamEvent, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "../versions/v0_1/events.ts";
import type { Message, Role } from "../versions/v0_1/message.ts";
import type { Part } from "../versions/v0_1/part.ts";
import type { PushNotificationConfig, TaskPushNotificationConfig } from "../versions/v0_1/push.ts";
import type { TaskIdParams, TaskQueryParams, TaskSendParams } from "../versions/v0_1/requests.ts";
import { type Task, TaskStateSchema, type TaskStatus } from "../versions/v0_1/task.ts";
import {
  base64,
  count,
  id,
  jsonObject,
  jsonValue,
  list,
  mediaTypes,
  nonEmptyText,
  object,
  olderTimestamp,
  text,
  texts,
  url,
} from "./values.ts";

const metadata = jsonObject;

/** A part of any of the three kinds: also a file with neither content nor address, and data that is an array. */
export const part: fc.Arbitrary<Part> = fc.oneof(
  object({ type: fc.constant("text" as const), text }, { metadata }),
  object(
    {
      type: fc.constant("file" as const),
      file: object({}, { name: text, mimeType: fc.constantFrom("text/plain", "image/png"), bytes: base64, uri: url }),
    },
    { metadata },
  ),
  object({ type: fc.constant("data" as const), data: fc.oneof(jsonObject, list(jsonValue)) }, { metadata }),
);

/** A message. */
export const message: fc.Arbitrary<Message> = object(
  { role: fc.constantFrom<Role>("user", "agent"), parts: list(part, 1) },
  { metadata },
);

const artifactMembers = {
  name: text,
  description: text,
  append: fc.boolean(),
  lastChunk: fc.boolean(),
  metadata,
};

/** An artifact or a chunk of one. */
export const artifact: fc.Arbitrary<Artifact> = object({ parts: list(part, 1) }, { ...artifactMembers, index: count });

/** A status, also with a time that has no zone. */
export const taskStatus: fc.Arbitrary<TaskStatus> = object(
  { state: fc.constantFrom(...TaskStateSchema.options) },
  { message, timestamp: olderTimestamp },
);

/** The artifacts of a task: either all without an index, or all with one of their own. */
const artifacts: fc.Arbitrary<Artifact[]> = fc
  .tuple(
    list(object({ parts: list(part, 1) }, artifactMembers)),
    fc.option(fc.uniqueArray(count, { minLength: 3, maxLength: 3 })),
  )
  .map(([all, indices]) =>
    all.map((one, position) => {
      const index = indices?.[position];
      return index === undefined ? one : { ...one, index };
    }),
  );

/** A task. */
export const task: fc.Arbitrary<Task> = object(
  { id, status: taskStatus },
  { sessionId: id, artifacts, history: list(message), metadata },
);

/** A status update, sometimes without `final`. */
export const statusUpdate: fc.Arbitrary<TaskStatusUpdateEvent> = object(
  { id, status: taskStatus },
  { final: fc.boolean(), metadata },
);

/** An artifact update. */
export const artifactUpdate: fc.Arbitrary<TaskArtifactUpdateEvent> = object({ id, artifact }, { metadata });

/** One event of a stream. */
export const streamEvent: fc.Arbitrary<StreamEvent> = fc.oneof(statusUpdate, artifactUpdate);

/** A webhook, sometimes with authentication members of its own. */
export const pushConfig: fc.Arbitrary<PushNotificationConfig> = object(
  { url },
  {
    token: nonEmptyText,
    authentication: object(
      { schemes: list(fc.constantFrom("Bearer", "Basic", "jwt"), 1) },
      { credentials: nonEmptyText, realm: jsonValue },
    ),
  },
);

/** The webhook of a task, or `null` for none. */
export const taskPushConfig: fc.Arbitrary<TaskPushNotificationConfig> = fc.record(
  { id, pushNotificationConfig: fc.option(pushConfig) },
  { noNullPrototype: true },
);

/** Params of `tasks/send`. */
export const taskSendParams: fc.Arbitrary<TaskSendParams> = object(
  { id, message },
  {
    sessionId: id,
    acceptedOutputModes: mediaTypes,
    pushNotification: pushConfig,
    historyLength: count,
    metadata,
  },
);

/** Params that name a task. */
export const taskIdParams: fc.Arbitrary<TaskIdParams> = object({ id }, { metadata });

/** Params of `tasks/get`. */
export const taskQueryParams: fc.Arbitrary<TaskQueryParams> = object({ id }, { metadata, historyLength: count });

/** A skill. */
export const agentSkill: fc.Arbitrary<AgentSkill> = object(
  { id: nonEmptyText, name: nonEmptyText },
  { description: text, tags: texts, examples: texts, inputModes: mediaTypes, outputModes: mediaTypes },
);

/** A card. */
export const agentCard: fc.Arbitrary<AgentCard> = object(
  {
    name: nonEmptyText,
    url,
    version: text,
    capabilities: object(
      {},
      { streaming: fc.boolean(), pushNotifications: fc.boolean(), stateTransitionHistory: fc.boolean() },
    ),
    skills: list(agentSkill),
  },
  {
    description: text,
    provider: object({ organization: text }, { url }),
    documentationUrl: url,
    authentication: object(
      { schemes: list(fc.constantFrom("Bearer", "Basic", "ApiKey", "OAuth2", "x-own")) },
      { credentials: text },
    ),
    defaultInputModes: mediaTypes,
    defaultOutputModes: mediaTypes,
  },
);
