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
const statusUpdate = { taskId: "t-7", contextId: "harbour", status };
const artifactUpdate = { taskId: "t-7", contextId: "harbour", artifact, append: true, lastChunk: false };

/** Values, messages, tasks and events. */
export const rows = {
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
} satisfies Partial<Rows<typeof types>>;
