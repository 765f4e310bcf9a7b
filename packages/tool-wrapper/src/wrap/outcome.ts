import { extractQuestion, extractText, type Message, statusText, type Task, textOf } from "@a2a/types";

/** What became of a delegated task, for a program to read. */
export type Outcome =
  | { readonly status: "completed"; readonly text: string; readonly taskId?: string; readonly contextId?: string }
  | { readonly status: "input-required" | "auth-required"; readonly question: string; readonly taskId: string }
  | { readonly status: "failed" | "rejected" | "canceled"; readonly reason: string; readonly taskId?: string }
  | { readonly status: "working"; readonly taskId: string };

/** The outcome a task or a message stands for. */
export function outcomeOf(answer: { task: Task } | { message: Message }): Outcome {
  if ("message" in answer) {
    const { contextId } = answer.message;
    return { status: "completed", text: textOf(answer.message), ...(contextId !== undefined && { contextId }) };
  }
  const { task } = answer;
  const taskId = task.id;
  switch (task.status.state) {
    case "TASK_STATE_COMPLETED": {
      const text = extractText(task) ?? statusText(task) ?? "";
      return { status: "completed", text, taskId, ...(task.contextId !== undefined && { contextId: task.contextId }) };
    }
    case "TASK_STATE_INPUT_REQUIRED":
      return { status: "input-required", question: extractQuestion(task), taskId };
    case "TASK_STATE_AUTH_REQUIRED":
      return { status: "auth-required", question: extractQuestion(task), taskId };
    case "TASK_STATE_FAILED":
      return { status: "failed", reason: statusText(task) ?? "Unknown error", taskId };
    case "TASK_STATE_REJECTED":
      return { status: "rejected", reason: statusText(task) ?? "Unknown error", taskId };
    case "TASK_STATE_CANCELED":
      return { status: "canceled", reason: statusText(task) ?? "Task was cancelled", taskId };
    default:
      return { status: "working", taskId };
  }
}
