import { isA2AError, pause, type Task } from "@a2a/types";

/**
 * The task of a stream that is silent although the task is at work: a peer may begin before it opens the stream, and not show what was
 * before. `undefined` once the first event is there, and where the task cannot be read: then the stream is all there is.
 */
export async function taskInSilence(
  first: Promise<unknown>,
  taskId: () => string | undefined,
  getTask: (id: string) => Promise<Task>,
  pollIntervalMs: number,
): Promise<Task | undefined> {
  const silence = new AbortController();
  const end = () => silence.abort();
  first.then(end, end);
  try {
    for (let waitMs = pollIntervalMs; ; waitMs = Math.min(1.2 * waitMs, 5 * pollIntervalMs)) {
      const id = taskId();
      if (id === undefined) return undefined;
      const task = await getTask(id).catch(ifNotYetKnown);
      if (silence.signal.aborted) return undefined;
      if (task && task.status.state !== "TASK_STATE_SUBMITTED") return task;
      await pause(waitMs, silence.signal);
    }
  } catch {
    return undefined;
  }
}

/** The request that starts the task may still be on its way. */
function ifNotYetKnown(error: unknown): undefined {
  if (!isA2AError(error, "TASK_NOT_FOUND")) throw error;
}
