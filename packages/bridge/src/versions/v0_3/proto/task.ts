import type { JsonObject } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { toInstant } from "../../../codec/scalars.ts";
import { optional, pick, stash, unstash } from "../../../stash/stash.ts";
import { stashLosses } from "../../../stash/stash-status.ts";
import { type PartsName, tagArtifact, tagMessage, untagArtifact, untagMessage } from "./content.ts";
import type * as proto from "./shapes.ts";

const protoStates = {
  unknown: "TASK_STATE_UNSPECIFIED",
  submitted: "TASK_STATE_SUBMITTED",
  working: "TASK_STATE_WORKING",
  completed: "TASK_STATE_COMPLETED",
  failed: "TASK_STATE_FAILED",
  canceled: "TASK_STATE_CANCELLED",
  "input-required": "TASK_STATE_INPUT_REQUIRED",
  rejected: "TASK_STATE_REJECTED",
  "auth-required": "TASK_STATE_AUTH_REQUIRED",
} as const satisfies Record<v0_3.TaskState, proto.TaskState>;

const taggedStates = Object.fromEntries(Object.entries(protoStates).map(([tagged, name]) => [name, tagged])) as Record<
  proto.TaskState,
  v0_3.TaskState
>; // the inverse of the table above

/** A task with the tag of JSON-RPC, if a context id is required. */
export function tagTask(wire: proto.Task): v0_3.Task {
  const noContextId = wire.contextId ? undefined : (wire.contextId ?? true);
  return {
    kind: "task",
    id: wire.id,
    contextId: wire.contextId || wire.id,
    status: tagStatus(wire.status),
    ...optional("artifacts", wire.artifacts?.map(tagArtifact)),
    ...optional("history", wire.history?.map(tagMessage)),
    ...optional("metadata", stash(wire.metadata, { noContextId })),
  };
}

/** A task in ProtoJSON. */
export function untagTask(task: v0_3.Task, name: PartsName): proto.Task {
  const { metadata: around, kept } = unstash(task.metadata, "noContextId");
  const { status, metadata } = untagStatus(task.status, around, name);
  return {
    id: task.id,
    ...optional("contextId", kept.noContextId === true ? undefined : kept.noContextId === "" ? "" : task.contextId),
    status,
    ...optional("artifacts", task.artifacts?.map(untagArtifact)),
    ...optional(
      "history",
      task.history?.map((message) => untagMessage(message, name)),
    ),
    ...optional("metadata", metadata),
  };
}

/** A status update with its tag; `final` defaults to false. */
export function tagStatusUpdate(wire: proto.StatusUpdate, contextId: string | undefined): v0_3.TaskStatusUpdateEvent {
  return {
    kind: "status-update",
    taskId: wire.taskId,
    contextId: wire.contextId || contextId || wire.taskId,
    status: tagStatus(wire.status),
    final: wire.final ?? false,
    ...pick(wire, "metadata"),
  };
}

/** A status update in ProtoJSON. */
export function untagStatusUpdate(event: v0_3.TaskStatusUpdateEvent, name: PartsName): proto.StatusUpdate {
  const { status, metadata } = untagStatus(event.status, event.metadata, name);
  return {
    ...pick(event, "taskId", "contextId"),
    status,
    ...(event.final && { final: true }),
    ...optional("metadata", metadata),
  };
}

/** An artifact update with its tag. */
export function tagArtifactUpdate(
  wire: proto.ArtifactUpdate,
  contextId: string | undefined,
): v0_3.TaskArtifactUpdateEvent {
  return {
    kind: "artifact-update",
    ...pick(wire, "taskId", "append", "lastChunk", "metadata"),
    contextId: wire.contextId || contextId || wire.taskId,
    artifact: tagArtifact(wire.artifact),
  };
}

/** An artifact update in ProtoJSON. */
export function untagArtifactUpdate(event: v0_3.TaskArtifactUpdateEvent): proto.ArtifactUpdate {
  const { kind: _, artifact, ...rest } = event;
  return { ...rest, artifact: untagArtifact(artifact) };
}

function tagStatus({ state, message, timestamp }: proto.TaskStatus): v0_3.TaskStatus {
  return {
    state: taggedStates[state],
    ...optional("message", message && tagMessage(message)),
    ...optional("timestamp", timestamp),
  };
}

/** Here states are a closed enum, and timestamps are in UTC. */
function untagStatus(
  status: v0_3.TaskStatus,
  around: JsonObject | undefined,
  name: PartsName,
): { status: proto.TaskStatus; metadata: JsonObject | undefined } {
  const invented = Object.hasOwn(protoStates, status.state) ? {} : { rawState: status.state };
  const { message, metadata } = stashLosses({ message: status.message, metadata: around }, invented);
  const { timestamp } = status;
  return {
    status: {
      state: protoStates[status.state] ?? "TASK_STATE_UNSPECIFIED",
      ...optional("message", message && untagMessage(message, name)),
      ...optional("timestamp", timestamp && (timestamp.endsWith("Z") ? timestamp : toInstant(timestamp))),
    },
    metadata,
  };
}
