import { Serialized } from "@a2a/bridge";
import type { Task } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { StoredTask, TaskView } from "../engine/port/task-engine.ts";

/** How much history the caller gets. */
export function viewFor(context: CallContext, historyLength: number | undefined): TaskView {
  const length = historyLength ?? context.reply.codec.defaultHistoryLength;
  return length === undefined ? {} : { historyLength: length };
}

/** A stored task as an answer. A 0.1 caller sees the id it chose; the others get the stored text as it is. */
export function toOutput(context: CallContext, stored: StoredTask): Serialized<Task> {
  return new Serialized(stored.json, () => asSeen(context, stored));
}

/** A stored task as the caller sees it. */
export function asSeen(context: CallContext, stored: StoredTask): Task {
  const { task } = stored;
  return context.reply.codec.clientTaskIds && stored.alias !== undefined ? { ...task, id: stored.alias } : task;
}

/** The id of a task in the store, for the id a caller gave: a 0.1 caller knows its tasks by ids of its own. */
export async function storedId(
  context: CallContext,
  resolve: (alias: string) => Promise<string | undefined>,
  id: string,
): Promise<string> {
  return context.reply.codec.clientTaskIds ? ((await resolve(id)) ?? id) : id;
}
