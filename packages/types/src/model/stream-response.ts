import type { JsonObject } from "../json/json.ts";
import type { Artifact } from "./artifact.ts";
import type { Message } from "./message.ts";
import type { OneOf } from "./one-of.ts";
import type { Task, TaskStatus } from "./task.ts";

/** A task changed its status. */
export type TaskStatusUpdateEvent = {
  /** The task that changed. */
  taskId: string;
  /** The conversation of the task. */
  contextId: string;
  /** The new status. */
  status: TaskStatus;
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
};

/** A task produced an artifact, or one more chunk of it. */
export type TaskArtifactUpdateEvent = {
  /** The task that produced it. */
  taskId: string;
  /** The conversation of the task. */
  contextId: string;
  /** The artifact, or a chunk of it. */
  artifact: Artifact;
  /** Whether the parts continue an artifact of the same id. Default: they replace it. */
  append?: boolean;
  /** Whether the artifact is complete with this chunk. */
  lastChunk?: boolean;
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
};

/** One event of a stream. Of its members one is present: `if (event.task)` narrows it, and so on. */
export type StreamResponse = OneOf<{
  task: Task;
  message: Message;
  statusUpdate: TaskStatusUpdateEvent;
  artifactUpdate: TaskArtifactUpdateEvent;
}>;

/**
 * One entry of a task's log: everything that a stream carries, and the later messages of the user, which are numbered in the
 * log but never sent.
 */
export type LogEvent = OneOf<{
  task: Task;
  message: Message;
  statusUpdate: TaskStatusUpdateEvent;
  artifactUpdate: TaskArtifactUpdateEvent;
  received: Message;
}>;

/** The id of the task an event belongs to, if it belongs to one. */
export function taskIdOf(event: StreamResponse): string | undefined {
  if ("task" in event) return event.task.id;
  if ("statusUpdate" in event) return event.statusUpdate.taskId;
  return "artifactUpdate" in event ? event.artifactUpdate.taskId : event.message.taskId;
}
