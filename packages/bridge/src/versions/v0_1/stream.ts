import {
  isTerminal,
  type JsonObject,
  type JsonValue,
  type StreamResponse,
  type Task,
  type TaskStatus,
  unreachable,
} from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import { withTask } from "../../codec/stream-start.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "../../codec/version-codec.ts";
import { answerId, messageAsTask } from "../../stash/message-as-task.ts";
import { pick } from "../../stash/stash.ts";
import { ArtifactNumbers } from "./artifact.ts";
import { decodeArtifactUpdate, decodeStatusUpdate, encodeArtifactUpdate, encodeStatusUpdate } from "./events.ts";
import { lenientReader } from "./normalize.ts";

/** 0.1 streams have statuses and artifacts only: a task becomes its status and artifacts, a message a completed task. */
export function eventEncoder(options?: CodecOptions): StreamEncoder {
  const numbers = new ArtifactNumbers();
  let last: { taskId: string; contextId: string; status: TaskStatus } | undefined;
  let closed = false;

  const status = (taskId: string, contextId: string, update: TaskStatus, more: object = {}): JsonValue => {
    last = { taskId, contextId, status: update };
    const wire = encodeStatusUpdate({ ...last, ...more }, options);
    closed = wire.final === true;
    return toWire(wire);
  };
  const artifacts = ({ id, contextId, artifacts = [] }: Task): JsonValue[] =>
    artifacts.map((artifact) =>
      toWire(encodeArtifactUpdate({ taskId: id, contextId: contextId || id, artifact }, numbers, options)),
    );

  // The final status comes last, since readers stop at it.
  const snapshot = (task: Task): JsonValue[] => {
    const { status: current } = task;
    const first = status(task.id, task.contextId || task.id, current, pick(task, "metadata"));
    // A stream that begins with an earlier question is not final: the events after the answer follow.
    if (closed && !isTerminal(current.state)) {
      closed = false;
      return [{ ...(first as JsonObject), final: false }, ...artifacts(task)];
    }
    return closed ? [...artifacts(task), first] : [first, ...artifacts(task)];
  };

  return {
    push(event: StreamResponse): JsonValue[] {
      if ("task" in event) {
        const { metadata: _, ...task } = event.task;
        return last !== undefined && last.status.state === task.status.state ? [] : snapshot(task);
      }
      if ("message" in event) return snapshot(messageAsTask(event.message, answerId(event.message, options)));
      if ("statusUpdate" in event) {
        const { taskId, contextId, status: update, ...more } = event.statusUpdate;
        return [status(taskId, contextId, update, more)];
      }
      if ("artifactUpdate" in event) return [toWire(encodeArtifactUpdate(event.artifactUpdate, numbers, options))];
      return unreachable(event);
    },
    finish(): JsonValue[] {
      if (closed || last === undefined) return [];
      closed = true;
      return [toWire({ ...encodeStatusUpdate(last, options), final: true })];
    },
  };
}

const read = lenientReader(v0_1.StreamEventSchema);

/** Reads statuses and artifacts, with a synthesized task in front. */
export function eventDecoder(options?: CodecOptions): StreamDecoder {
  let begun = false;
  let done = false;
  let synthesized = false;
  return {
    push(frame: JsonValue): StreamResponse[] {
      const wire = read(frame, options);
      const contextId = options?.contextId ?? wire.id;
      const event: StreamResponse =
        wire.status !== undefined
          ? { statusUpdate: decodeStatusUpdate(wire, contextId, options) }
          : { artifactUpdate: decodeArtifactUpdate(wire, contextId) };
      done ||= "status" in wire && wire.final === true;
      const first = !begun;
      begun = true;
      synthesized = first && !("task" in event) && !("message" in event);
      return synthesized ? withTask(event) : [event];
    },
    get done() {
      return done;
    },
    get synthesized() {
      return synthesized && "unnumbered";
    },
  };
}
