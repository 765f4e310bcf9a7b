import { A2AError, isTerminal } from "@a2a/types";
import type { TaskHead } from "./head.ts";

/** The effect of a cancel request on a task: it is already canceled, can be canceled now, or its lease holder has to stop first. */
export function cancelAction(head: TaskHead): "canceled" | "cancel" | "ask" {
  if (head.state === "TASK_STATE_CANCELED") return "canceled";
  if (isTerminal(head.state)) {
    throw new A2AError("TASK_NOT_CANCELABLE", `task ${head.id} has already ended (${head.state})`, {
      metadata: { taskId: head.id },
    });
  }
  return head.run === "running" ? "ask" : "cancel";
}
