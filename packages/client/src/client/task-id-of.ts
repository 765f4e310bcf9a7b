import type { StreamResponse } from "@a2a/types";

/** The id of the task an event belongs to, if it belongs to one. */
export function taskIdOf(event: StreamResponse): string | undefined {
  if ("task" in event) return event.task.id;
  if ("statusUpdate" in event) return event.statusUpdate.taskId;
  return "artifactUpdate" in event ? event.artifactUpdate.taskId : event.message.taskId;
}
