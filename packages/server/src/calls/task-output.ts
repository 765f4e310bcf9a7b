import { Serialized } from "@a2a/bridge";
import type { Task } from "@a2a/types";
import type { StoredTask, TaskView } from "../engine/port/task-engine.ts";
import type { CallContext } from "./call.ts";

/** How much history the caller gets. */
export function viewFor({ call }: CallContext, historyLength: number | undefined): TaskView {
  const length = historyLength ?? call.codec.defaultHistoryLength;
  return length === undefined ? {} : { historyLength: length };
}

/** A stored task as an output; callers that speak the model's own JSON get the stored text as it is. */
export function toOutput(stored: StoredTask): Serialized<Task> {
  return new Serialized(
    () => stored.json,
    () => stored.task,
  );
}
