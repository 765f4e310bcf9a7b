import type {
  Artifact,
  JsonValue,
  LogEvent,
  Message,
  Task,
  TaskArtifactUpdateEvent,
  TaskState,
  TaskStatus,
  TaskStatusUpdateEvent,
} from "@a2a/types";
import { microsOf, timestampOf } from "./instant.ts";

/**
 * An event as text, and the pieces of text a task is joined from. Every message, part and status is serialised here, once; the
 * log, the task, answers and streams are joins of these strings.
 */
export type EventText =
  | { readonly kind: "task"; readonly json: string; readonly task: Task }
  | { readonly kind: "received"; readonly json: string; readonly message: string }
  | StatusText
  | ArtifactText;

/** A status update as text. */
export interface StatusText {
  readonly kind: "status";
  readonly json: string;
  readonly state: TaskState;
  /** The time of the status in microseconds. */
  readonly statusAt: number;
  /** The status. */
  readonly status: string;
  /** The message in it. */
  readonly message: string | undefined;
}

/** An artifact update as text. */
export interface ArtifactText {
  readonly kind: "artifact";
  readonly json: string;
  /** The artifact or chunk without its parts. */
  readonly head: Artifact;
  readonly parts: readonly string[];
  readonly append: boolean;
}

/** Serialises an event of the log. A status without a timestamp gets `now`, in milliseconds. */
export function encodeEvent(event: LogEvent, now: number): EventText {
  if ("statusUpdate" in event) return encodeStatusUpdate(event.statusUpdate, now);
  if ("artifactUpdate" in event) return encodeArtifactUpdate(event.artifactUpdate);
  if ("received" in event) return encodeReceived(JSON.stringify(event.received));
  if ("task" in event) return { kind: "task", json: JSON.stringify({ task: event.task }), task: event.task };
  throw new TypeError("a message is no event of a task: answer with it, or put it into a status");
}

/** A message of the user, serialised already, as an event. */
export function encodeReceived(message: string): EventText {
  return { kind: "received", json: `{"received":${message}}`, message };
}

/** A status as text, and the text of its message. */
export function encodeStatus(status: TaskStatus, timestamp: string): Pick<StatusText, "status" | "message"> {
  const message = status.message && JSON.stringify(status.message);
  const said = message === undefined ? "" : `,"message":${message}`;
  return { status: `{"state":"${status.state}"${said},"timestamp":"${timestamp}"}`, message };
}

function encodeStatusUpdate(update: TaskStatusUpdateEvent, now: number): StatusText {
  const { state, timestamp } = update.status;
  const statusAt = timestamp === undefined ? now * 1_000 : microsOf(timestamp);
  const { status, message } = encodeStatus(update.status, timestamp ?? timestampOf(now));
  const json = `{"statusUpdate":{${idsOf(update)},"status":${status}${member("metadata", update.metadata)}}}`;
  return { kind: "status", json, state, statusAt, status, message };
}

function encodeArtifactUpdate(update: TaskArtifactUpdateEvent): ArtifactText {
  const { artifact, append, lastChunk, metadata } = update;
  const parts = artifact.parts.map((part) => JSON.stringify(part));
  const flags = member("append", append) + member("lastChunk", lastChunk) + member("metadata", metadata);
  return {
    kind: "artifact",
    json: `{"artifactUpdate":{${idsOf(update)},"artifact":${artifactJson(artifact, parts)}${flags}}}`,
    head: headOf(artifact),
    parts,
    append: append ?? false,
  };
}

/** An artifact from its head and its serialised parts. */
export function artifactJson(head: Artifact, parts: readonly string[]): string {
  const { artifactId, name, description, metadata, extensions } = head;
  // `join` makes one string, where adding would make a chain of them that takes up more room.
  return [
    `{"artifactId":${JSON.stringify(artifactId)}${member("name", name)}${member("description", description)},"parts":[`,
    parts.join(","),
    `]${member("metadata", metadata)}${member("extensions", extensions)}}`,
  ].join("");
}

/** The artifact without its parts, sharing nothing that its maker could still change. */
export function headOf(artifact: Artifact): Artifact {
  const head: Artifact = { ...artifact, parts: [] };
  if (artifact.metadata) head.metadata = structuredClone(artifact.metadata);
  if (artifact.extensions) head.extensions = [...artifact.extensions];
  return head;
}

/** A member of an object under way, or nothing where it is absent. */
export function member(name: string, value: JsonValue | undefined): string {
  return value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
}

function idsOf({ taskId, contextId }: { taskId: string; contextId: string }): string {
  return `"taskId":${JSON.stringify(taskId)},"contextId":${JSON.stringify(contextId)}`;
}

/** The message as it is kept: with the ids of its task and its conversation. */
export function placedMessage(message: Message, taskId: string, contextId: string): Message {
  return { ...message, taskId, contextId };
}
