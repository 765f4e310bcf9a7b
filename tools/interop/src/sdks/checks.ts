import type { SendMessageResponse, Task } from "@a2a/types";

/** The task that a message was answered with. */
export function taskIn(answer: SendMessageResponse): Task {
  if ("task" in answer) return answer.task;
  throw new Error("expected a task, found a message");
}

/** The code of the error that a call is refused with. */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return code === undefined || code === "PROTOCOL" || code === "HTTP" ? `${code}: ${message}` : code;
  }
  return "no error";
}

/** Throws unless two values are the same. */
export function same(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
}
