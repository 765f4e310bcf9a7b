import { jsonObject, text, timestamp, v0_3 } from "@a2a/types/testing";
import * as fc from "fast-check";
import type * as proto from "../../src/versions/v0_3/proto/shapes.ts";

// Documents of a peer that speaks 0.3 in ProtoJSON, in canonical form: defaults are omitted, and a
// webhook is named by its ids.

const id = fc.uuid();
const ids = fc.array(id, { maxLength: 2 });
const metadata = jsonObject;

function object<Always extends object, Sometimes extends object>(
  always: { [K in keyof Always]: fc.Arbitrary<Always[K]> },
  sometimes: { [K in keyof Sometimes]: fc.Arbitrary<Sometimes[K]> },
): fc.Arbitrary<Always & Partial<Sometimes>> {
  const keys = Object.keys(always);
  // The keys are computed, so fast-check cannot tell what it makes; the two parameters say it.
  return fc.record({ ...always, ...sometimes }, { requiredKeys: keys as never, noNullPrototype: true }) as never;
}

const about = { mimeType: fc.constantFrom("text/plain", "image/png"), name: text };

export const part: fc.Arbitrary<proto.Part> = fc.oneof(
  object({ text }, { metadata }),
  object({ file: object({ fileWithUri: fc.webUrl() }, about) }, { metadata }),
  object({ file: object({ fileWithBytes: fc.constantFrom("", "AAEC", "/+8=") }, about) }, { metadata }),
  object({ data: fc.record({ data: jsonObject }, { noNullPrototype: true }) }, { metadata }),
);

export const message: fc.Arbitrary<proto.Message> = object(
  {
    messageId: id,
    role: fc.constantFrom("ROLE_UNSPECIFIED" as const, "ROLE_USER" as const, "ROLE_AGENT" as const),
    content: fc.array(part, { minLength: 1, maxLength: 3 }),
  },
  { contextId: id, taskId: id, metadata, extensions: ids, referenceTaskIds: ids },
);

export const artifact: fc.Arbitrary<proto.Artifact> = object(
  { artifactId: id, parts: fc.array(part, { minLength: 1, maxLength: 3 }) },
  { name: text, description: text, metadata, extensions: ids },
);

const states: proto.TaskState[] = [
  "TASK_STATE_UNSPECIFIED",
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELLED",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_AUTH_REQUIRED",
];

export const status: fc.Arbitrary<proto.TaskStatus> = object(
  { state: fc.constantFrom(...states) },
  { message, timestamp },
);

export const task: fc.Arbitrary<proto.Task> = object(
  { id, status },
  {
    contextId: id,
    artifacts: fc.array(artifact, { maxLength: 2 }),
    history: fc.array(message, { maxLength: 2 }),
    metadata,
  },
);

export const statusUpdate: fc.Arbitrary<proto.StatusUpdate> = object(
  { taskId: id, contextId: id, status },
  { final: fc.constant(true), metadata },
);

export const artifactUpdate: fc.Arbitrary<proto.ArtifactUpdate> = object(
  { taskId: id, contextId: id, artifact },
  { append: fc.boolean(), lastChunk: fc.boolean(), metadata },
);

const authentication = object(
  { schemes: fc.array(fc.constantFrom("Bearer", "Basic", "x-own"), { minLength: 1, maxLength: 2 }) },
  { credentials: fc.uuid() },
);
const about2 = { token: fc.uuid(), authentication };

export const sendRequest: fc.Arbitrary<proto.SendMessageRequest> = object(
  { message },
  {
    configuration: object(
      {},
      {
        acceptedOutputModes: fc.array(fc.constantFrom("text/plain", "image/png"), { minLength: 1, maxLength: 2 }),
        pushNotification: object({ url: fc.webUrl() }, { id, ...about2 }),
        historyLength: fc.nat({ max: 100 }),
        blocking: fc.boolean(),
      },
    ),
    metadata,
  },
);

export const pushConfig: fc.Arbitrary<proto.TaskPushConfig> = fc
  .tuple(id, id, object({ url: fc.webUrl() }, about2))
  .map(([taskId, configId, config]) => ({
    name: `tasks/${taskId}/pushNotificationConfigs/${configId}`,
    pushNotificationConfig: { ...config, id: configId },
  }));

/** Cards whose security needs no translation; schemes and requirements come from the model. */
export const card = v0_3.agentCard.map(({ securitySchemes: _, security: __, signatures: ___, skills, ...rest }) => ({
  ...rest,
  skills: skills.map(({ security: ____, ...skill }) => skill),
}));
