import type { PushRecord } from "../port/task-engine.ts";
import type { TaskHead } from "../rules/head.ts";
import type { TaskText } from "../text/task-text.ts";
import type { ContextEntry, TaskEntry } from "./scope-index.ts";

/** The webhooks of a task that has none. */
export const NO_PUSHES: readonly PushRecord[] = Object.freeze([]);

/** A new task in a context. */
export function createTaskEntry(head: TaskHead, text: TaskText, context: ContextEntry): TaskEntry {
  const task: TaskEntry = {
    kind: "task",
    // Tasks of one owner share the object.
    head: { ...head, scope: context.scope.scope },
    context,
    log: [],
    text,
    messageIds: "",
    isWide: false,
    pushes: NO_PUSHES,
    counted: 0,
    touchedAt: 0,
    age: undefined,
    finished: false,
    evictable: undefined,
  };
  if (head.alias !== undefined) context.scope.aliases.set(head.alias, head.id);
  return task;
}

/** Keeps the idempotency record of a message to the task. */
export function rememberMessage(task: TaskEntry, messageId: string, fingerprint: string, seq: number): void {
  if (typeof task.messageIds !== "string") task.messageIds.push(messageId);
  else task.messageIds = task.messageIds === "" ? messageId : [task.messageIds, messageId];
  task.context.scope.messages.set(messageId, { task, seq, fingerprint });
}

/** Creates or replaces a webhook of the task. */
export function savePush(task: TaskEntry, push: PushRecord): void {
  const isPresent = task.pushes.some(({ id }) => id === push.id);
  if (isPresent) task.pushes = task.pushes.map((present) => (present.id === push.id ? push : present));
  else setPushes(task, [...task.pushes, push]);
}

/** Deletes a webhook of the task. */
export function deletePush(task: TaskEntry, pushId: string): void {
  setPushes(
    task,
    task.pushes.filter(({ id }) => id !== pushId),
  );
}

/** Takes everything about the task out of the indexes of its scope. */
export function removeFromScope(task: TaskEntry): void {
  const { head, messageIds } = task;
  const { scope } = task.context;
  if (task.pushes.length > 0) setPushes(task, NO_PUSHES);
  if (typeof messageIds === "string") scope.messages.delete(messageIds);
  else for (const messageId of messageIds) scope.messages.delete(messageId);
  if (head.alias !== undefined) scope.aliases.delete(head.alias);
  scope.index.delete(task);
}

function setPushes(task: TaskEntry, pushes: readonly PushRecord[]): void {
  task.context.scope.pushes += pushes.length - task.pushes.length;
  task.pushes = pushes;
}
