import type { JsonObject, Task, TaskState, TaskStatus } from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import { modelStates, wireStates } from "../../codec/states.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { optional, stash, unstash } from "../../stash/stash.ts";
import {
  decodeTimestamp,
  inventedState,
  originalTimestamp,
  stashLosses,
  unstashLosses,
} from "../../stash/stash-status.ts";
import { decodeArtifact, encodeArtifact } from "./artifact.ts";
import { decodeMessage, encodeMessage } from "./message.ts";

/** 0.3 tags tasks with `kind` and requires a context id. */
export function decodeTask(wire: v0_3.Task): Task {
  const { metadata: own, kept } = unstash(wire.metadata, "noContextId");
  const { status, metadata } = decodeStatus(wire.status, own);
  return {
    id: wire.id,
    ...optional("contextId", kept.noContextId === true ? undefined : kept.noContextId === "" ? "" : wire.contextId),
    status,
    ...optional("artifacts", wire.artifacts?.map(decodeArtifact)),
    ...optional("history", wire.history?.map(decodeMessage)),
    ...optional("metadata", metadata),
  };
}

/** A task without a context id gets its own id instead. */
export function encodeTask(task: Task, options?: CodecOptions): v0_3.Task {
  const { status, metadata } = encodeStatus(task.status, task.metadata, options);
  const noContextId = task.contextId ? undefined : (task.contextId ?? true);
  const kept = stash(metadata, { noContextId });
  // Member by member: tasks dominate the traffic of a 0.3 server, and spreading costs several times as much.
  const wire: v0_3.Task = { kind: "task", id: task.id, contextId: task.contextId || task.id, status };
  if (task.artifacts) wire.artifacts = task.artifacts.map(encodeArtifact);
  if (task.history) wire.history = task.history.map((message) => encodeMessage(message));
  if (kept) wire.metadata = kept;
  return wire;
}

/** A status and the metadata of its task or event. */
export interface Enclosed<Status> {
  status: Status;
  metadata: JsonObject | undefined;
}

/** Reads a status; losses are stashed beside it. */
export function decodeStatus(wire: v0_3.TaskStatus, enclosing: JsonObject | undefined): Enclosed<TaskStatus> {
  const { timestamp, lost } = decodeTimestamp(wire.timestamp);
  const said = wire.message && decodeMessage(wire.message);
  const { message, metadata } = stashLosses({ message: said, metadata: enclosing }, lost);
  const state = modelStates[wire.state];
  return { status: { state, ...optional("message", message), ...optional("timestamp", timestamp) }, metadata };
}

/** Writes a status; members stashed for 0.3 are restored. */
export function encodeStatus(
  status: TaskStatus,
  enclosing: JsonObject | undefined,
  options?: CodecOptions,
): Enclosed<v0_3.TaskStatus> {
  const { message, metadata, lost } = unstashLosses(status.message, enclosing);
  const state = inventedState(status.state, lost, v0_3.TaskStateSchema.options) ?? stateOf(status.state, options);
  const timestamp = originalTimestamp(status.timestamp, lost);
  const wire: v0_3.TaskStatus = { state };
  if (message) wire.message = encodeMessage(message);
  if (timestamp !== undefined) wire.timestamp = timestamp;
  return { status: wire, metadata };
}

function stateOf(state: TaskState, options: CodecOptions | undefined): v0_3.TaskState {
  const wire = wireStates[state];
  return wire === "auth-required" && options?.dialect?.credentialsAsInput ? "input-required" : wire;
}
