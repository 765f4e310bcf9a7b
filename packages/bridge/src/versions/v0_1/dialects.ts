import type { SendMessageRequest } from "@a2a/types";
import type * as v0_1 from "@a2a/types/v0_1";

/**
 * A task for clients of the dialect `cortex-0.1`: they look for what was said in `messages`, and for results in artifacts only, so
 * the text of a final status becomes one where there is none.
 */
export function asCortex(task: v0_1.Task): v0_1.Task {
  const { history, ...rest } = task;
  const { message, state } = task.status;
  const said = message?.parts.filter((part) => part.type === "text") ?? [];
  const results = task.artifacts ?? [];
  const shown =
    results.length === 0 && state === "completed" && said.length > 0 ? [{ index: 0, parts: said }] : results;
  const written = { ...rest, ...(shown.length > 0 && { artifacts: shown }), ...(history && { messages: history }) };
  return written; // a task whose history goes by another name
}

/** A request for servers of the dialect `gmf-forge`, which read the first text only: all text stands in it. */
export function forForge(request: SendMessageRequest): SendMessageRequest {
  const { parts } = request.message;
  const text = parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("\n");
  const others = parts.filter((part) => !("text" in part));
  if (parts.length - others.length < 2) return request;
  return { ...request, message: { ...request.message, parts: [{ text }, ...others] } };
}
