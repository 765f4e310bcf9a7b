import type { Message, StreamResponse, Task } from "@a2a/types";
import { LruMap } from "@a2a/types/internal";

/**
 * Message ids as an agent sees them that takes all callers for one: each caller has ids of its own, so that none gets the stored answer to
 * a message of another by repeating its id.
 */
export class OwnIds {
  readonly #prefixes = new LruMap<string>(10_000);

  /** The prefix of the ids of a caller at the agent. */
  async prefixOf(owner: string): Promise<string> {
    const known = this.#prefixes.get(owner);
    if (known !== undefined) return known;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(owner)));
    const prefix = `${toHex(digest.slice(0, 12))}.`;
    this.#prefixes.set(owner, prefix);
    return prefix;
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A message with the id that the agent gets. */
export function withOwnId(message: Message, prefix: string): Message {
  return { ...message, messageId: prefix + message.messageId };
}

/** A task whose messages have the ids that their caller gave them. */
export function withCallerIds(task: Task, prefix: string): Task {
  if (!task.history?.some(({ messageId }) => messageId.startsWith(prefix))) return task;
  return { ...task, history: task.history.map((message) => withCallerId(message, prefix)) };
}

/** An event whose messages have the ids that their caller gave them. */
export function showOwn(event: StreamResponse, prefix: string): StreamResponse {
  return "task" in event ? { task: withCallerIds(event.task, prefix) } : event;
}

function withCallerId(message: Message, prefix: string): Message {
  const { messageId } = message;
  return messageId.startsWith(prefix) ? { ...message, messageId: messageId.slice(prefix.length) } : message;
}
