import {
  type Artifact,
  extractQuestion,
  extractText,
  type JsonValue,
  type Message,
  statusText,
  type Task,
  textOf,
} from "@a2a/types";
import { type FileRef, filesOf } from "./files.ts";

/** The outcome of a delegated task. */
export type Outcome = Completed | Waiting | Ended | Working;

/** The task completed. */
export interface Completed {
  readonly status: "completed";
  readonly taskId?: string;
  readonly contextId?: string;
  /** All text of the result. */
  readonly text: string;
  /** The first data part, if there is one. */
  readonly data?: JsonValue;
  readonly files: readonly FileRef[];
  readonly artifacts: readonly Artifact[];
}

/** The agent asked a question and waits for the answer. */
export interface Waiting {
  readonly status: "input-required" | "auth-required";
  readonly taskId: string;
  readonly contextId?: string;
  readonly question: string;
  /** The JSON Schema of the answer, if the agent gives one. */
  readonly schema?: JsonValue;
  /** URLs that the agent points to, such as a sign-in page. Never opened automatically. */
  readonly links: readonly string[];
}

/** The task ended without a result. */
export interface Ended {
  readonly status: "failed" | "rejected" | "canceled" | "timeout";
  readonly taskId?: string;
  readonly error: { readonly code: string; readonly message: string };
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
}

/** The agent is still working; `result` waits for it. */
export interface Working {
  readonly status: "working";
  readonly taskId: string;
  readonly contextId?: string;
}

/** The outcome of a task or a message. */
export function outcomeOf(answer: { task: Task } | { message: Message }): Outcome {
  return "message" in answer ? ofMessage(answer.message) : ofTask(answer.task);
}

/** The outcome of a call that ended without the agent's word. */
export function endedBy(
  status: Ended["status"],
  message: string,
  options: { taskId?: string; retryable?: boolean } = {},
): Ended {
  const { taskId, retryable = false } = options;
  return { status, error: { code: status.toUpperCase(), message }, retryable, ...(taskId !== undefined && { taskId }) };
}

function ofMessage(message: Message): Completed {
  const { contextId, parts } = message;
  const data = parts.find((part) => "data" in part);
  return {
    status: "completed",
    text: textOf(message),
    ...(data && "data" in data && { data: data.data }),
    files: filesOf(parts),
    artifacts: [],
    ...(contextId !== undefined && { contextId }),
  };
}

function ofTask(task: Task): Outcome {
  const ids = { taskId: task.id, ...(task.contextId !== undefined && { contextId: task.contextId }) };
  const reason = statusText(task);
  switch (task.status.state) {
    case "TASK_STATE_COMPLETED":
      return completed(task, ids);
    case "TASK_STATE_INPUT_REQUIRED":
      return waiting("input-required", task, ids);
    case "TASK_STATE_AUTH_REQUIRED":
      return waiting("auth-required", task, ids);
    case "TASK_STATE_FAILED":
      return endedBy("failed", reason ?? "Unknown error", ids);
    case "TASK_STATE_REJECTED":
      return endedBy("rejected", reason ?? "Unknown error", ids);
    case "TASK_STATE_CANCELED":
      return endedBy("canceled", reason ?? "Task was cancelled", ids);
    default:
      return { status: "working", ...ids };
  }
}

function completed(task: Task, ids: { taskId: string; contextId?: string }): Completed {
  const artifacts = task.artifacts ?? [];
  const parts = artifacts.flatMap((artifact) => artifact.parts);
  const data = parts.find((part) => "data" in part);
  return {
    status: "completed",
    ...ids,
    text: extractText(task) ?? statusText(task) ?? "",
    ...(data && "data" in data && { data: data.data }),
    files: filesOf(parts),
    artifacts,
  };
}

function waiting(status: Waiting["status"], task: Task, ids: { taskId: string; contextId?: string }): Waiting {
  const parts = task.status.message?.parts ?? [];
  const schema = parts.find((part) => "data" in part && part.mediaType === "application/schema+json");
  return {
    status,
    ...ids,
    question: extractQuestion(task),
    ...(schema && "data" in schema && { schema: schema.data }),
    links: parts.flatMap((part) => ("url" in part ? [part.url] : [])),
  };
}
