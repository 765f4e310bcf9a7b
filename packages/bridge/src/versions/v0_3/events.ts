import type { SendMessageResponse, StreamResponse, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a/types";
import { unreachable } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { keepIn, optional, pick, takeFrom } from "../../codec/preserve.ts";
import { isFinal } from "../../codec/states.ts";
import { decodeArtifact, encodeArtifact } from "./artifact.ts";
import { decodeMessage, encodeMessage } from "./message.ts";
import { decodeStatus, decodeTask, encodeStatus, encodeTask } from "./task.ts";

/** 0.3 tags what a stream carries with `kind`; the model names it by its member. */
export function decodeEvent(wire: v0_3.StreamEvent): StreamResponse {
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

/** 0.3 tags what a stream carries with `kind`; the model names it by its member. */
export function encodeEvent(event: StreamResponse): v0_3.StreamEvent {
  if ("task" in event) return encodeTask(event.task);
  if ("message" in event) return encodeMessage(event.message);
  if ("statusUpdate" in event) return encodeStatusUpdate(event.statusUpdate);
  if ("artifactUpdate" in event) return encodeArtifactUpdate(event.artifactUpdate);
  return unreachable(event);
}

/** The answer to a send is a bare task or message. */
export function decodeResult(wire: v0_3.SendMessageResult): SendMessageResponse {
  return wire.kind === "task" ? { task: decodeTask(wire) } : { message: decodeMessage(wire) };
}

/** The answer to a send is a bare task or message. */
export function encodeResult(response: SendMessageResponse): v0_3.SendMessageResult {
  return "task" in response ? encodeTask(response.task) : encodeMessage(response.message);
}

/** `final` is said again by closing the stream; it is kept only where it contradicts the state. */
export function decodeStatusUpdate(wire: v0_3.TaskStatusUpdateEvent): TaskStatusUpdateEvent {
  const { status, metadata } = decodeStatus(wire.status, wire.metadata);
  const final = wire.final === isFinal(status.state) ? undefined : wire.final;
  return { ...pick(wire, "taskId", "contextId"), status, ...optional("metadata", keepIn(metadata, { final })) };
}

/** `final` is computed from the state: the server closes a stream on every final state and on a question. */
export function encodeStatusUpdate(event: TaskStatusUpdateEvent): v0_3.TaskStatusUpdateEvent {
  const own = takeFrom(event.metadata, "final");
  const { status, metadata } = encodeStatus(event.status, own.metadata);
  const final = typeof own.kept.final === "boolean" ? own.kept.final : isFinal(event.status.state);
  return {
    kind: "status-update",
    ...pick(event, "taskId", "contextId"),
    status,
    final,
    ...optional("metadata", metadata),
  };
}

function decodeArtifactUpdate(wire: v0_3.TaskArtifactUpdateEvent): TaskArtifactUpdateEvent {
  const { kind: _, artifact, ...event } = wire;
  return { ...event, artifact: decodeArtifact(artifact) };
}

function encodeArtifactUpdate(event: TaskArtifactUpdateEvent): v0_3.TaskArtifactUpdateEvent {
  const { artifact, ...rest } = event;
  return { kind: "artifact-update", ...rest, artifact: encodeArtifact(artifact) };
}
