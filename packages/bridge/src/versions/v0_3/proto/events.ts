import { unreachable } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { type PartsName, tagMessage, untagMessage } from "./content.ts";
import type * as proto from "./shapes.ts";
import {
  tagArtifactUpdate,
  tagStatusUpdate,
  tagTask,
  untagArtifactUpdate,
  untagStatusUpdate,
  untagTask,
} from "./task.ts";

/** A stream item with its tag; an event without a context gets that of the stream. */
export function tagEvent(wire: proto.StreamResponse, contextId?: string): v0_3.StreamEvent {
  if ("task" in wire) return tagTask(wire.task);
  if ("message" in wire) return tagMessage(wire.message);
  if ("statusUpdate" in wire) return tagStatusUpdate(wire.statusUpdate, contextId);
  if ("artifactUpdate" in wire) return tagArtifactUpdate(wire.artifactUpdate, contextId);
  return unreachable(wire);
}

/** A stream item in ProtoJSON, identified by its member name. */
export function untagEvent(event: v0_3.StreamEvent, name: PartsName): proto.StreamResponse {
  switch (event.kind) {
    case "task":
      return { task: untagTask(event, name) };
    case "message":
      return { message: untagMessage(event, name) };
    case "status-update":
      return { statusUpdate: untagStatusUpdate(event, name) };
    case "artifact-update":
      return { artifactUpdate: untagArtifactUpdate(event) };
  }
}

/** The response to a message, with its tag. */
export function tagResult(wire: proto.SendMessageResponse): v0_3.SendMessageResult {
  return "task" in wire ? tagTask(wire.task) : tagMessage(wire.message);
}

/** The response to a message in ProtoJSON. */
export function untagResult(result: v0_3.SendMessageResult, name: PartsName): proto.SendMessageResponse {
  return result.kind === "task" ? { task: untagTask(result, name) } : { message: untagMessage(result, name) };
}
