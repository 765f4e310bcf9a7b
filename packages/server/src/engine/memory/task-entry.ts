import type { PushRecord } from "../port/task-engine.ts";
import type { TaskRow } from "../rules/task-row.ts";
import type { TaskText } from "../text/task-text.ts";
import type { ContextEntry, TaskEntry } from "./scope-index.ts";

/** The webhooks of a task that has none. */
export const NO_PUSHES: readonly PushRecord[] = Object.freeze([]);

/** A new task in a context; its row leads to it. */
export function createTaskEntry(row: TaskRow, text: TaskText, context: ContextEntry): TaskEntry {
  const task: TaskEntry = {
    kind: "task",
    row,
    context,
    log: [],
    text,
    messageIds: "",
    pushes: NO_PUSHES,
    counted: 0,
    touchedAt: 0,
    age: undefined,
    finished: false,
    evictable: undefined,
  };
  row.scope = context.scope.scope;
  row.slot = task;
  if (row.alias !== undefined) context.scope.aliases.set(row.alias, row.id);
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
  const { row, messageIds } = task;
  const { scope } = task.context;
  row.slot = undefined;
  if (task.pushes.length > 0) setPushes(task, NO_PUSHES);
  if (typeof messageIds === "string") scope.messages.delete(messageIds);
  else for (const messageId of messageIds) scope.messages.delete(messageId);
  if (row.alias !== undefined) scope.aliases.delete(row.alias);
  scope.index.delete(row);
}

function setPushes(task: TaskEntry, pushes: readonly PushRecord[]): void {
  task.context.scope.pushes += pushes.length - task.pushes.length;
  task.pushes = pushes;
  task.row.pushes = pushes.length;
}
