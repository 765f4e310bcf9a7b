import type { FollowedEvent } from "@a2a/client";
import { foldEvents, type StreamResponse, type Task } from "@a2a/types";

/** All events of a stream. */
export async function collect(events: AsyncIterable<FollowedEvent>): Promise<FollowedEvent[]> {
  const all: FollowedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The task that events amount to. */
export function folded(events: readonly FollowedEvent[]): Task {
  const task = foldEvents(events.flatMap((event) => ("gap" in event ? [] : [event])));
  if (task === undefined) throw new Error("expected a task");
  return task;
}

/** The texts of all artifacts of a task. */
export function textsOf(task: Task): string {
  const parts = task.artifacts?.flatMap((artifact) => artifact.parts) ?? [];
  return parts.map((part) => ("text" in part ? part.text : "")).join("");
}

/** The state of the task that an event shows. */
export function stateIn(event: StreamResponse): string | undefined {
  if ("task" in event) return event.task.status.state;
  return "statusUpdate" in event ? event.statusUpdate.status.state : undefined;
}
