import type { SendMessageResponse, StreamResponse, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a/types";
import { unreachable } from "@a2a/types";
import type * as v0_2 from "@a2a/types/v0_2";
import type * as v0_3 from "@a2a/types/v0_3";
import { isFinal } from "../../codec/states.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { asTask } from "../../stash/message-as-task.ts";
import { optional, pick, stash, unstash } from "../../stash/stash.ts";
import { decodeArtifact, encodeArtifact } from "./artifact.ts";
import { decodeMessage, encodeMessage } from "./message.ts";
import { decodeStatus, decodeTask, encodeStatus, encodeTask } from "./task.ts";

/** A stream item of 0.2 or 0.3; in 0.2 `final` may be absent. */
export type StreamEvent = v0_2.StreamEvent;

/** 0.3 tags stream items with `kind`; the model uses the member name. */
export function decodeEvent(wire: StreamEvent): StreamResponse {
  switch (wire.kind) {
    case "task":
      return { task: decodeTask(wire) };
    case "message":
      return { message: decodeMessage(wire) };
    case "status-update":
      return { statusUpdate: decodeStatusUpdate(wire) };
    case "artifact-update":
      return { artifactUpdate: decodeArtifactUpdate(wire) };
  }
}

/** 0.3 tags stream items with `kind`; the model uses the member name. */
export function encodeEvent(event: StreamResponse, options?: CodecOptions): v0_3.StreamEvent {
  if ("task" in event) return encodeTask(event.task, options);
  if ("message" in event) return encodeMessage(event.message);
  if ("statusUpdate" in event) return encodeStatusUpdate(event.statusUpdate, options);
  if ("artifactUpdate" in event) return encodeArtifactUpdate(event.artifactUpdate);
  return unreachable(event);
}

/** The response to a send is a bare task or message. */
export function decodeResult(wire: v0_3.SendMessageResult): SendMessageResponse {
  return wire.kind === "task" ? { task: decodeTask(wire) } : { message: decodeMessage(wire) };
}

/** The response to a send is a bare task or message, in some dialects always a task. */
export function encodeResult(response: SendMessageResponse, options?: CodecOptions): v0_3.SendMessageResult {
  const answer = options?.dialect?.tasksOnly ? asTask(response, options, false) : response;
  return "task" in answer ? encodeTask(answer.task, options) : encodeMessage(answer.message);
}

/** `final` is implied by the end of the stream; it is stashed only if it contradicts the state. */
export function decodeStatusUpdate(wire: v0_2.TaskStatusUpdateEvent): TaskStatusUpdateEvent {
  const { status, metadata } = decodeStatus(wire.status, wire.metadata);
  const { final: stated = false } = wire;
  const final = stated === isFinal(status.state) ? undefined : stated;
  return { ...pick(wire, "taskId", "contextId"), status, ...optional("metadata", stash(metadata, { final })) };
}

/** `final` is computed from the state: the server closes a stream on every final state and on a question. */
export function encodeStatusUpdate(event: TaskStatusUpdateEvent, options?: CodecOptions): v0_3.TaskStatusUpdateEvent {
  const own = unstash(event.metadata, "final");
  const { status, metadata } = encodeStatus(event.status, own.metadata, options);
  const final = typeof own.kept.final === "boolean" ? own.kept.final : isFinal(event.status.state);
  return {
    kind: "status-update",
    ...pick(event, "taskId", "contextId"),
    status,
    final,
    ...optional("metadata", metadata),
  };
}

/** Chunks differ only in their artifact. */
export function decodeArtifactUpdate(wire: v0_3.TaskArtifactUpdateEvent): TaskArtifactUpdateEvent {
  const { kind: _, artifact, ...event } = wire;
  return { ...event, artifact: decodeArtifact(artifact) };
}

/** Chunks differ only in their artifact. */
export function encodeArtifactUpdate(event: TaskArtifactUpdateEvent): v0_3.TaskArtifactUpdateEvent {
  const { artifact, ...rest } = event;
  return { kind: "artifact-update", ...rest, artifact: encodeArtifact(artifact) };
}
