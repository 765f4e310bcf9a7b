import type { JsonObject, Task, TaskStatus } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { keepIn, keptText, optional, takeFrom } from "../../codec/preserve.ts";
import { modelStates, wireStates } from "../../codec/states.ts";
import {
  decodeTimestamp,
  keepInEnclosing,
  keepInMessage,
  originalTimestamp,
  takeFromEnclosing,
  takeFromMessage,
} from "../../codec/status-compat.ts";
import { decodeArtifact, encodeArtifact } from "./artifact.ts";
import { decodeMessage, encodeMessage } from "./message.ts";

/** 0.3 tags tasks with `kind` and demands a context id. */
export function decodeTask(wire: v0_3.Task): Task {
  const own = takeFrom(wire.metadata, "noContextId");
  const { status, metadata } = decodeStatus(wire.status, own.metadata);
  return {
    id: wire.id,
    ...optional("contextId", own.kept.noContextId === undefined ? wire.contextId : keptText(own.kept, "noContextId")),
    status,
    ...optional("artifacts", wire.artifacts?.map(decodeArtifact)),
    ...optional("history", wire.history?.map(decodeMessage)),
    ...optional("metadata", metadata),
  };
}

/** A task without a context id gets its own id in the place of one. */
export function encodeTask(task: Task): v0_3.Task {
  const { status, metadata } = encodeStatus(task.status, task.metadata);
  const noContextId = task.contextId ? undefined : (task.contextId ?? true);
  return {
    kind: "task",
    id: task.id,
    contextId: task.contextId || task.id,
    status,
    ...optional("artifacts", task.artifacts?.map(encodeArtifact)),
    ...optional(
      "history",
      task.history?.map((message) => encodeMessage(message)),
    ),
    ...optional("metadata", keepIn(metadata, { noContextId })),
  };
}

/** A status and the metadata around it. */
export interface Enclosed<Status> {
  status: Status;
  metadata: JsonObject | undefined;
}

/** Reads a status; what it keeps for the model is taken from the metadata around it. */
export function decodeStatus(wire: v0_3.TaskStatus, enclosing: JsonObject | undefined): Enclosed<TaskStatus> {
  const { timestamp, lost } = decodeTimestamp(wire.timestamp);
  const message = wire.message && keepInMessage(decodeMessage(wire.message), lost);
  return {
    status: { state: modelStates[wire.state], ...optional("message", message), ...optional("timestamp", timestamp) },
    metadata: message ? enclosing : keepInEnclosing(enclosing, lost),
  };
}

/** Writes a status; what it keeps for 0.3 is taken from the metadata around it. */
export function encodeStatus(status: TaskStatus, enclosing: JsonObject | undefined): Enclosed<v0_3.TaskStatus> {
  const inside = status.message && takeFromMessage(status.message);
  const around = inside ? undefined : takeFromEnclosing(enclosing);
  const lost = inside?.lost ?? around?.lost ?? {};
  return {
    status: {
      state: wireStates[status.state],
      ...optional("message", inside && encodeMessage(inside.message)),
      ...optional("timestamp", originalTimestamp(status.timestamp, lost)),
    },
    metadata: around ? around.metadata : enclosing,
  };
}
