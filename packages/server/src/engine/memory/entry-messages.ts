import type { Message, Task } from "@a2a/types";
import { messagesOf } from "../text/task-text.ts";
import type { Entry } from "./scope-index.ts";

/** The messages of each entry but one, the latest entry first. */
export function* messagesOfEach(entries: readonly Entry[], exceptTaskId: string | undefined): Generator<Message[]> {
  for (const entry of entries.toReversed()) {
    if (entry.kind === "exchange" || entry.row.id !== exceptTaskId) yield messagesIn(entry);
  }
}

/** The messages of a task or an exchange, oldest first. */
function messagesIn(entry: Entry): Message[] {
  if (entry.kind === "exchange") return [JSON.parse(entry.message), JSON.parse(entry.answer)];
  const pieces = entry.text.pieces();
  const { status }: Pick<Task, "status"> = JSON.parse(`${pieces.head}}`);
  return [...messagesOf(pieces), ...(status.message ? [status.message] : [])];
}
