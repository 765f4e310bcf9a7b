import type { TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a/types";
import type * as v0_1 from "@a2a/types/v0_1";
import { isFinal } from "../../codec/states.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { optional, stash, unstash } from "../../stash/stash.ts";
import { type ArtifactNumbers, decodeArtifact, encodeArtifact } from "./artifact.ts";
import { decodeStatus, encodeStatus } from "./task.ts";

/** 0.1 events name their task only; the context is that of the stream. */
export function decodeStatusUpdate(
  wire: v0_1.TaskStatusUpdateEvent,
  contextId: string,
  options?: CodecOptions,
): TaskStatusUpdateEvent {
  const around = { taskId: wire.id, contextId };
  const { status, metadata } = decodeStatus(wire.status, wire.metadata, around, options);
  // Absent means false; a value that contradicts the state is stashed.
  const final = wire.final === (isFinal(status.state) || undefined) ? undefined : (wire.final ?? null);
  return { taskId: wire.id, contextId, status, ...optional("metadata", stash(metadata, { final })) };
}

/** `final` is computed from the state: the server closes a stream on every final state and on a question. */
export function encodeStatusUpdate(event: TaskStatusUpdateEvent, options?: CodecOptions): v0_1.TaskStatusUpdateEvent {
  const own = unstash(event.metadata, "final");
  const { taskId, contextId } = event;
  const { status, metadata } = encodeStatus(event.status, own.metadata, { taskId, contextId }, options);
  const computed = isFinal(event.status.state) || undefined;
  const final = typeof own.kept.final === "boolean" ? own.kept.final : own.kept.final === null ? undefined : computed;
  return { id: taskId, status, ...optional("final", final), ...optional("metadata", metadata) };
}

/** In 0.1 the chunk flags are members of the artifact. */
export function decodeArtifactUpdate(wire: v0_1.TaskArtifactUpdateEvent, contextId: string): TaskArtifactUpdateEvent {
  const { append, lastChunk } = wire.artifact;
  const lost = { final: wire.final, noIndex: wire.artifact.index === undefined ? true : undefined };
  return {
    taskId: wire.id,
    contextId,
    artifact: decodeArtifact(wire.artifact, 0),
    ...optional("append", append),
    ...optional("lastChunk", lastChunk),
    ...optional("metadata", stash(wire.metadata, lost)),
  };
}

/** In 0.1 the chunk flags are members of the artifact. */
export function encodeArtifactUpdate(
  event: TaskArtifactUpdateEvent,
  numbers: ArtifactNumbers,
  options?: CodecOptions,
): v0_1.TaskArtifactUpdateEvent {
  const { metadata, kept } = unstash(event.metadata, "final", "noIndex");
  const { index, ...artifact } = encodeArtifact(event.artifact, numbers, options);
  return {
    id: event.taskId,
    artifact: {
      ...artifact,
      ...optional("index", kept.noIndex === true ? undefined : index),
      ...optional("append", event.append),
      ...optional("lastChunk", event.lastChunk),
    },
    ...(typeof kept.final === "boolean" && { final: kept.final }),
    ...optional("metadata", metadata),
  };
}
