import type { WebhookRecord } from "../port/task-engine.ts";
import type { TaskHead } from "../rules/head.ts";
import type { TaskText } from "../text/task-text.ts";
import type { ContextEntry, TaskEntry } from "./scope-index.ts";

/** The webhooks of a task that has none. */
export const NO_WEBHOOKS: readonly WebhookRecord[] = Object.freeze([]);

/** A new task in a context. */
export function createTaskEntry(head: TaskHead, text: TaskText, context: ContextEntry): TaskEntry {
  const task: TaskEntry = {
    kind: "task",
    head,
    context,
    log: [],
    text,
    messageIds: "",
    isWide: false,
    webhooks: NO_WEBHOOKS,
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
export function saveWebhook(task: TaskEntry, webhook: WebhookRecord): void {
  const isPresent = task.webhooks.some(({ id }) => id === webhook.id);
  if (isPresent) task.webhooks = task.webhooks.map((present) => (present.id === webhook.id ? webhook : present));
  else setWebhooks(task, [...task.webhooks, webhook]);
}

/** Deletes a webhook of the task. */
export function deleteWebhook(task: TaskEntry, pushId: string): void {
  setWebhooks(
    task,
    task.webhooks.filter(({ id }) => id !== pushId),
  );
}

/** Takes everything about the task out of the indexes of its scope. */
export function removeFromScope(task: TaskEntry): void {
  const { head, messageIds } = task;
  const { scope } = task.context;
  if (task.webhooks.length > 0) setWebhooks(task, NO_WEBHOOKS);
  if (typeof messageIds === "string") scope.messages.delete(messageIds);
  else for (const messageId of messageIds) scope.messages.delete(messageId);
  if (head.alias !== undefined) scope.aliases.delete(head.alias);
  scope.index.delete(task);
}

function setWebhooks(task: TaskEntry, webhooks: readonly WebhookRecord[]): void {
  task.context.scope.webhooks += webhooks.length - task.webhooks.length;
  task.webhooks = webhooks;
}
