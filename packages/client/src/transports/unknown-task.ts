import { A2AError, isA2AError } from "@a2a/types";

/** Whether the text of an error, with any code, says that the task is unknown. The peer has then understood the call. */
export function isAboutUnknownTask(error: unknown, id: string): boolean {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.includes(id) && /not ?found/i.test(reason);
}

/** An error by the words of a peer that has no code for unknown tasks, or uses that of another error. */
export function withTaskNotFound(error: unknown, id: string): unknown {
  const isVague = isA2AError(error, "INTERNAL") && isAboutUnknownTask(error, id);
  return isVague ? new A2AError("TASK_NOT_FOUND", error.message, { cause: error }) : error;
}
