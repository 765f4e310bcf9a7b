import { type JsonObject, type Task, type TaskState, type TaskStatus, taskStates } from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import { modelStates, wireStates } from "../../codec/states.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { optional, pick } from "../../stash/stash.ts";
import {
  decodeTimestamp,
  inventedState,
  originalTimestamp,
  type StatusLosses,
  stashLosses,
  unstashLosses,
} from "../../stash/stash-status.ts";
import { ArtifactNumbers, decodeStored, encodeStored, joinChunks } from "./artifact.ts";
import { decodeMessage, encodeMessage, type Surrounding } from "./message.ts";

/** A 0.1 task has a session where the model has a context. */
export function decodeTask(wire: v0_1.Task, options?: CodecOptions): Task {
  const around = { taskId: wire.id, contextId: wire.sessionId };
  // A task that is read twice has the same messages, although they have no ids.
  const named = (place: string | number) => ({ createId: () => `${wire.id}-${place}`, ...options });
  const { state, timestamp = "" } = wire.status;
  const { status, metadata } = decodeStatus(wire.status, wire.metadata, around, named(state + timestamp));
  return {
    id: wire.id,
    ...optional("contextId", wire.sessionId),
    status,
    ...optional("artifacts", wire.artifacts && joinChunks(wire.artifacts).map(decodeStored)),
    ...optional(
      "history",
      wire.history?.map((message, index) => decodeMessage(message, around, named(index))),
    ),
    ...optional("metadata", metadata),
  };
}

/** A 0.1 task has a session where the model has a context. */
export function encodeTask(task: Task, options?: CodecOptions): v0_1.Task {
  const around = { taskId: task.id, contextId: task.contextId };
  const { status, metadata } = encodeStatus(task.status, task.metadata, around, options);
  const numbers = new ArtifactNumbers();
  const wire: v0_1.Task = { id: task.id, status };
  if (task.contextId !== undefined) wire.sessionId = task.contextId;
  if (task.artifacts) wire.artifacts = task.artifacts.map((artifact) => encodeStored(artifact, numbers, options));
  if (task.history) wire.history = task.history.map((message) => encodeMessage(message, around, options));
  if (metadata) wire.metadata = metadata;
  // A dialect may rename members; only the peer reads the result.
  return (options?.dialect?.task?.(toWire(wire) as JsonObject) ?? wire) as v0_1.Task;
}

/** A status and the metadata of its task or event. */
export interface Enclosed<Status> {
  status: Status;
  metadata: JsonObject | undefined;
}

/** Reads a status; a state that 0.1 lacks is restored from the stash. */
export function decodeStatus(
  wire: v0_1.TaskStatus,
  enclosing: JsonObject | undefined,
  around: Surrounding,
  options?: CodecOptions,
): Enclosed<TaskStatus> {
  const taken = unstashLosses(wire.message, enclosing);
  const { timestamp, lost } = decodeTimestamp(wire.timestamp);
  const said = taken.message && decodeMessage(taken.message, around, options);
  const { message, metadata } = stashLosses(
    { message: said, metadata: taken.metadata },
    { ...pick(taken.lost, "rawState", "stringMessage"), ...lost },
  );
  const state = restoredState(wire.state, taken.lost);
  return { status: { state, ...optional("message", message), ...optional("timestamp", timestamp) }, metadata };
}

/** Writes a status; in 0.1 a rejected task is failed, and one that requires authentication is waiting for input. */
export function encodeStatus(
  status: TaskStatus,
  enclosing: JsonObject | undefined,
  around: Surrounding,
  options?: CodecOptions,
): Enclosed<v0_1.TaskStatus> {
  const taken = unstashLosses(status.message, enclosing);
  const nearest = stateOf(status.state);
  const lost: StatusLosses = modelStates[nearest] === status.state ? {} : { state: status.state };
  const said = taken.message && encodeMessage(taken.message, around, options);
  const { message, metadata } = stashLosses({ message: said, metadata: taken.metadata }, lost);
  const timestamp = originalTimestamp(status.timestamp, taken.lost);
  const state = inventedState(status.state, taken.lost, v0_1.TaskStateSchema.options) ?? nearest;
  const wire: v0_1.TaskStatus = { state };
  // In one dialect a string replaces the message, as its clients expect.
  if (message) wire.message = options?.dialect?.textStatus ? (plainText(message) as never) : message;
  if (timestamp !== undefined) wire.timestamp = timestamp;
  return { status: wire, metadata };
}

function stateOf(state: TaskState): v0_1.TaskState {
  const wire = wireStates[state];
  if (wire === "rejected") return "failed";
  return wire === "auth-required" ? "input-required" : wire;
}

/** A stashed state counts only if 0.1 maps it to the received one. */
function restoredState(wire: v0_1.TaskState, lost: StatusLosses): TaskState {
  const kept = taskStates.find((state) => state === lost.state);
  return kept !== undefined && stateOf(kept) === wire ? kept : modelStates[wire];
}

function plainText(message: v0_1.Message): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
