import * as fc from "fast-check";
import type { Artifact } from "../model/artifact.ts";
import type { Message, Role } from "../model/message.ts";
import type { Part } from "../model/part.ts";
import type {
  LogEvent,
  StreamResponse,
  TaskArtifactUpdateEvent,
  TaskStatusUpdateEvent,
} from "../model/stream-response.ts";
import type { Task, TaskStatus } from "../model/task.ts";
import { type TaskState, taskStates } from "../model/task-state.ts";
import { base64, id, jsonObject, jsonValue, list, object, text, texts, timestamp, url } from "./values.ts";

const aboutPart = { metadata: jsonObject, filename: text, mediaType: fc.constantFrom("text/plain", "image/png", "") };

/** A part of any of the four kinds, also with `data: null`. */
export const part: fc.Arbitrary<Part> = fc.oneof(
  object({ text }, aboutPart),
  object({ raw: base64 }, aboutPart),
  object({ url: fc.oneof(url, text) }, aboutPart),
  object({ data: fc.oneof(jsonValue, jsonObject, fc.constant(null)) }, aboutPart),
);

// `ROLE_UNSPECIFIED` is legal and says nothing; no other protocol version has a word for it.
const role = fc.constantFrom<Role>("ROLE_USER", "ROLE_AGENT");

/** A message. */
export const message: fc.Arbitrary<Message> = object(
  { messageId: id, role, parts: list(part, 1) },
  { contextId: id, taskId: id, metadata: jsonObject, extensions: list(url), referenceTaskIds: list(id) },
);

/** An artifact. */
export const artifact: fc.Arbitrary<Artifact> = object(
  { artifactId: id, parts: list(part, 1) },
  { name: text, description: text, metadata: jsonObject, extensions: texts },
);

/** Any state. */
export const taskState: fc.Arbitrary<TaskState> = fc.constantFrom(...taskStates);

/** A status. */
export const taskStatus: fc.Arbitrary<TaskStatus> = object({ state: taskState }, { message, timestamp });

/** A task; its artifacts differ in their ids. */
export const task: fc.Arbitrary<Task> = object(
  { id, status: taskStatus },
  {
    contextId: id,
    artifacts: fc.uniqueArray(artifact, { maxLength: 3, selector: (one) => one.artifactId }),
    history: list(message),
    metadata: jsonObject,
  },
);

/** A status update. */
export const statusUpdate: fc.Arbitrary<TaskStatusUpdateEvent> = object(
  { taskId: id, contextId: id, status: taskStatus },
  { metadata: jsonObject },
);

/** An artifact update: a whole artifact or a chunk. */
export const artifactUpdate: fc.Arbitrary<TaskArtifactUpdateEvent> = object(
  { taskId: id, contextId: id, artifact },
  { append: fc.boolean(), lastChunk: fc.boolean(), metadata: jsonObject },
);

/** One event of a stream. */
export const streamResponse: fc.Arbitrary<StreamResponse> = fc.oneof(
  fc.record({ task }, { noNullPrototype: true }),
  fc.record({ message }, { noNullPrototype: true }),
  fc.record({ statusUpdate }, { noNullPrototype: true }),
  fc.record({ artifactUpdate }, { noNullPrototype: true }),
);

/** One entry of a task's log. */
export const logEvent: fc.Arbitrary<LogEvent> = fc.oneof(
  { weight: 4, arbitrary: streamResponse },
  { weight: 1, arbitrary: message.map((received) => ({ received })) },
);

/** The log of one task: it begins with the task, and its artifacts come in whole or in chunks that belong together. */
export const taskLog: fc.Arbitrary<LogEvent[]> = fc
  .tuple(
    task,
    fc.array(
      fc.oneof(
        statusUpdate.map((update) => ({ statusUpdate: update })),
        message.map((received) => ({ received })),
        fc.tuple(artifactUpdate, fc.constantFrom("report", "image")).map(([update, artifactId]) => ({
          artifactUpdate: { ...update, artifact: { ...update.artifact, artifactId } },
        })),
      ),
      { maxLength: 8 },
    ),
  )
  .map(([first, rest]) => [{ task: first }, ...rest]);
