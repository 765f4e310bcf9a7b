import type { Message } from "../model/message.ts";
import { textOf } from "../model/part.ts";
import type { TaskArtifactUpdateEvent } from "../model/stream-response.ts";
import type { Task } from "../model/task.ts";

/** The text of all artifacts of a task, one line per part; `undefined` without text. */
export function extractText(task: Pick<Task, "artifacts">): string | undefined {
  const texts = (task.artifacts ?? []).flatMap((artifact) =>
    artifact.parts.flatMap((part) => ("text" in part ? [part.text] : [])),
  );
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/** The agent's question: the first text of the status message, or a neutral sentence. */
export function extractQuestion(task: Pick<Task, "status">): string {
  for (const part of task.status.message?.parts ?? []) if ("text" in part) return part.text;
  return "Agent requires input";
}

/** The first text part of an artifact, taken from the first artifact that has a non-empty one; `""` when none has. */
export function firstText(task: Pick<Task, "artifacts">): string {
  for (const artifact of task.artifacts ?? []) {
    const first = artifact.parts.find((part) => "text" in part);
    if (first && "text" in first && first.text !== "") return first.text;
  }
  return "";
}

/** All text of a status message; `undefined` without text. */
export function statusText(task: Pick<Task, "status">): string | undefined {
  return task.status.message ? textOf(task.status.message) || undefined : undefined;
}

/** The text of a stream as it arrives: that of artifacts, chunk by chunk, or of a bare message. */
export async function* streamedText(
  events: AsyncIterable<{
    readonly message?: Message | undefined;
    readonly artifactUpdate?: TaskArtifactUpdateEvent | undefined;
  }>,
): AsyncGenerator<string, void, void> {
  for await (const { message, artifactUpdate } of events) {
    const text = textOf(message ?? artifactUpdate?.artifact ?? []);
    if (text !== "") yield text;
  }
}
