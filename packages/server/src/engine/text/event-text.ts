import {
  type Artifact,
  isTextDelta,
  type JsonValue,
  type LogEvent,
  type Message,
  type Part,
  type Task,
  type TaskArtifactUpdateEvent,
  type TaskState,
  type TaskStatus,
  type TaskStatusUpdateEvent,
} from "@a2a/types";
import { isPlainText, textDeltaMetadata } from "@a2a/types/internal";
import { EventFrame } from "./event-frame.ts";
import { microsOf, timestampOf } from "./instant.ts";

/**
 * An event as text, with the pieces from which the text of a task is joined. Every message, part and status is serialized here, once; the
 * log, the task, answers and streams are joins of these strings.
 */
export type EventText =
  | { readonly kind: "task"; readonly pieces: string; readonly task: Task }
  | { readonly kind: "received"; readonly pieces: EventPieces; readonly message: string }
  | StatusText
  | ArtifactText;

/** The JSON of an event in pieces; for a chunk, the text between its frame. Few tasks have a reader, so most pieces are never joined. */
export type EventPieces = string | readonly string[];

/** A status update as text. */
export interface StatusText {
  readonly kind: "status";
  readonly pieces: EventPieces;
  readonly state: TaskState;
  /** The time of the status in microseconds. */
  readonly statusAt: number;
  /** The status. */
  readonly status: string;
  /** The message in it. */
  readonly message: string | undefined;
}

/** An artifact update as text. */
export interface ArtifactText extends ArtifactFrame {
  readonly kind: "artifact";
  readonly pieces: EventPieces;
  readonly artifactId: string;
  readonly parts: readonly string[];
  readonly append: boolean;
  /** Whether the one part continues the last text of the artifact. */
  readonly delta: boolean;
  /** Whether the last part has no member but `text`, so that a delta can continue it. */
  readonly endsInText: boolean;
  /** The JSON before and after the parts; consecutive chunks of one artifact share one object. */
  readonly frame: EventFrame | undefined;
}

/** The JSON of an artifact before and after its parts. */
export interface ArtifactFrame {
  readonly front: string;
  readonly back: string;
}

/** Serializes a log event. A status without a timestamp gets the current time. */
export function encodeEvent(event: LogEvent, now: () => number): EventText {
  if ("statusUpdate" in event) return new UpdateTexts(event.statusUpdate).ofStatus(event.statusUpdate, now);
  if ("artifactUpdate" in event) return new UpdateTexts(event.artifactUpdate).ofArtifact(event.artifactUpdate);
  if ("received" in event) return encodeReceived(JSON.stringify(event.received));
  if ("task" in event) return { kind: "task", pieces: JSON.stringify({ task: event.task }), task: event.task };
  throw new TypeError("a message is no event of a task: answer with it, or put it into a status");
}

/** A serialized user message as an event. */
export function encodeReceived(message: string): EventText {
  return { kind: "received", pieces: ['{"received":', message, "}"], message };
}

/** A status as text, and the text of its message. */
export function encodeStatus(status: TaskStatus, timestamp: string): Pick<StatusText, "status" | "message"> {
  const message = status.message && JSON.stringify(status.message);
  const said = message === undefined ? "" : `,"message":${message}`;
  return { status: `{"state":"${status.state}"${said},"timestamp":"${timestamp}"}`, message };
}

/** Serializes the updates of one task; the text that consecutive chunks share is built once. */
export class UpdateTexts {
  readonly #taskId: string;
  readonly #contextId: string;
  readonly #ids: string;
  /** The frame of the last chunk; chunks of one artifact usually differ only in their parts. */
  #chunk: { readonly frame: EventFrame; readonly artifact: ArtifactFrame; readonly flags: string } | undefined;

  constructor({ taskId, contextId }: { taskId: string; contextId: string }) {
    this.#taskId = taskId;
    this.#contextId = contextId;
    this.#ids = idsText(taskId, contextId);
  }

  /** An event that the holder of a lease appends. Throws `TypeError` for one that does not belong in the log of the task. */
  of(event: LogEvent, now: () => number): EventText {
    if ("statusUpdate" in event) return this.ofStatus(this.#own(event.statusUpdate), now);
    if ("artifactUpdate" in event) return this.ofArtifact(this.#own(event.artifactUpdate));
    throw new TypeError(`expected a statusUpdate or an artifactUpdate, got ${Object.keys(event).join(", ")}`);
  }

  #own<Update extends { taskId: string; contextId: string }>(update: Update): Update {
    if (update.taskId === this.#taskId && update.contextId === this.#contextId) return update;
    throw new TypeError(`an event of task ${update.taskId} does not belong in the log of task ${this.#taskId}`);
  }

  ofStatus(update: TaskStatusUpdateEvent, now: () => number): StatusText {
    const { state, timestamp } = update.status;
    const at = timestamp === undefined ? now() : 0;
    const statusAt = timestamp === undefined ? at * 1_000 : microsOf(timestamp);
    const { status, message } = encodeStatus(update.status, timestamp ?? timestampOf(at));
    const pieces = [
      '{"statusUpdate":{"taskId":',
      this.#ids,
      `,"status":${status}${member("metadata", update.metadata)}`,
      "}}",
    ];
    return { kind: "status", pieces, state, statusAt, status, message };
  }

  ofArtifact(update: TaskArtifactUpdateEvent): ArtifactText {
    const { artifact, append, lastChunk, metadata } = update;
    const { artifactId } = artifact;
    const parts = artifact.parts.map(partJson);
    const artifactFrame = frameOf(artifact);
    const isOwnDelta = append === true && lastChunk === undefined && metadata === textDeltaMetadata;
    const flags = isOwnDelta
      ? DELTA_FLAGS
      : flag("append", append) + flag("lastChunk", lastChunk) + member("metadata", metadata);
    const delta = isOwnDelta || (metadata !== undefined && isTextDelta(update));
    const frame = append ? this.#chunkFrame(artifactFrame, flags) : undefined;
    const own = joined(parts);
    return {
      kind: "artifact",
      pieces: frame ? own : [UPDATE, this.#ids, ARTIFACT + artifactFrame.front, own, `${artifactFrame.back}${flags}}}`],
      artifactId,
      front: artifactFrame.front,
      back: artifactFrame.back,
      parts,
      append: append ?? false,
      delta,
      endsInText: delta || isPlainText(artifact.parts.at(-1)),
      frame,
    };
  }

  #chunkFrame(artifact: ArtifactFrame, flags: string): EventFrame {
    const chunk = this.#chunk;
    if (chunk && chunk.artifact === artifact && chunk.flags === flags) return chunk.frame;
    // `join` builds a flat string; `+` would build a rope that is flattened for every event.
    const front = [UPDATE, this.#ids, ARTIFACT, artifact.front].join("");
    const frame = new EventFrame(front, [artifact.back, flags, "}}"].join(""));
    this.#chunk = { frame, artifact, flags };
    return frame;
  }
}

/** The members of most chunks beside their artifact. */
const DELTA_FLAGS = `,"append":true,"metadata":${JSON.stringify(textDeltaMetadata)}`;
const UPDATE = '{"artifactUpdate":{"taskId":';
const ARTIFACT = ',"artifact":';

/** The ids of a task as they are in the JSON of a task and of its updates, after the name of the first. */
export function idsText(taskId: string, contextId: string): string {
  return `${JSON.stringify(taskId)},"contextId":${JSON.stringify(contextId)}`;
}

/** The JSON of an artifact before and after its parts. */
export function frameOf(artifact: Artifact): ArtifactFrame {
  const { artifactId, name, description, metadata, extensions } = artifact;
  const isPlain = description === undefined && metadata === undefined && extensions === undefined;
  // Consecutive chunks of one artifact usually differ only in their parts.
  if (isPlain && artifactId === latest.artifactId && name === latest.name) return latest.frame;
  const frame = {
    front: `{"artifactId":${JSON.stringify(artifactId)}${member("name", name)}${member("description", description)},"parts":[`,
    back: metadata || extensions ? `]${member("metadata", metadata)}${member("extensions", extensions)}}` : NO_MORE,
  };
  if (isPlain) latest = { artifactId, name, frame };
  return frame;
}
let latest: { artifactId?: string; name?: string | undefined; frame: ArtifactFrame } = {
  frame: { front: "", back: "" },
};

/** The end of an artifact without metadata or extensions. */
export const NO_MORE = "]}";

/** A part as text. */
export function partJson(part: Part): string {
  return JSON.stringify(part);
}

/** The parts as they appear in an update. */
export function joined(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] as string) : parts.join(",");
}

/** A member of an object as text with a leading comma; empty when absent. */
export function member(name: string, value: JsonValue | undefined): string {
  return value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
}

function flag(name: "append" | "lastChunk", value: boolean | undefined): string {
  return value === undefined ? "" : FLAGS[name][value ? 1 : 0];
}

const FLAGS = {
  append: [',"append":false', ',"append":true'],
  lastChunk: [',"lastChunk":false', ',"lastChunk":true'],
} as const;

/** The message as stored: with its task and context ids. */
export function placedMessage(message: Message, taskId: string, contextId: string): Message {
  return { ...message, taskId, contextId };
}
