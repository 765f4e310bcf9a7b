import { isTerminal, type StreamResponse, type Task } from "@a2a/types";

/** The first events of a stream, with a synthesized task in front unless the stream begins with one. */
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
