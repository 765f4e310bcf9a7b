import type { SeenMessage } from "../rules/idempotency.ts";
import type { DatedMessage, SqliteTask } from "./sqlite-task.ts";

/** The tasks whose rows are behind the journal, by their first missing change. Answers queries that rows cannot. */
export class Unflushed {
  readonly #tasks = new Map<string, SqliteTask>();
  readonly #byMessage = new Map<string, SqliteTask>();

  get size(): number {
    return this.#tasks.size;
  }

  /** In the order in which they should get their rows. */
  [Symbol.iterator](): Iterator<SqliteTask> {
    return this.#tasks.values();
  }

  find(id: string): SqliteTask | undefined {
    return this.#tasks.get(id);
  }

  /** The idempotency record of a message that is in the journal only. */
  seen(scopeKey: number, messageId: string): SeenMessage | undefined {
    const task = this.#byMessage.get(messageKey(scopeKey, messageId));
    const known = task?.unsaved?.messages.find((message) => message.messageId === messageId);
    if (!task || !known) return undefined;
    const { id: taskId, contextId } = task.head;
    return { fingerprint: known.fingerprint, result: { taskId, contextId, seq: known.seq } };
  }

  /** The tasks of a scope. */
  in(scopeKey: number): SqliteTask[] {
    return [...this.#tasks.values()].filter((task) => task.scopeKey === scopeKey);
  }

  /** A change of a task went to the journal. */
  add(task: SqliteTask, messages: readonly DatedMessage[]): void {
    for (const { messageId } of messages) this.#byMessage.set(messageKey(task.scopeKey, messageId), task);
    this.#tasks.set(task.head.id, task);
  }

  /** The rows of a task are up to date. */
  delete(task: SqliteTask): void {
    if (!this.#tasks.delete(task.head.id)) return;
    for (const { messageId } of task.unsaved?.messages ?? []) {
      this.#byMessage.delete(messageKey(task.scopeKey, messageId));
    }
  }
}

function messageKey(scopeKey: number, messageId: string): string {
  return `${scopeKey}/${messageId}`;
}
