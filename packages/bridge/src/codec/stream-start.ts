import { isTerminal, type StreamResponse, type Task } from "@a2a/types";

/** The events of a stream that has just begun, led by a task: the one the first event speaks of, if it is not there itself. */
export function withTask(event: StreamResponse): StreamResponse[] {
  if ("statusUpdate" in event) {
    const { taskId, contextId, status } = event.statusUpdate;
    const task: Task = { id: taskId, contextId, status };
    if (!event.statusUpdate.metadata) return [{ task }];
    return isTerminal(status.state)
      ? [{ task: { ...task, metadata: event.statusUpdate.metadata } }]
      : [{ task }, event];
  }
  if ("artifactUpdate" in event) {
    const { taskId, contextId } = event.artifactUpdate;
    return [{ task: { id: taskId, contextId, status: { state: "TASK_STATE_WORKING" } } }, event];
  }
  return [event];
}
