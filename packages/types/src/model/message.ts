import type { JsonObject } from "../json/json.ts";
import { createId } from "./ids.ts";
import type { Part } from "./part.ts";

/** The sender of a message. */
export type Role = "ROLE_UNSPECIFIED" | "ROLE_USER" | "ROLE_AGENT";

/** One turn of a conversation. */
export type Message = {
  /** The id that the sender chose; a server recognizes a repeated message by it. */
  messageId: string;
  /** The conversation that the message belongs to. A server begins a new one where it is absent. */
  contextId?: string;
  /** The task that the message continues. Absent to begin a new one. */
  taskId?: string;
  /** Who speaks. */
  role: Role;
  /** The content, at least one part. */
  parts: Part[];
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
  /** The URIs of extensions that contributed to the message. */
  extensions?: string[];
  /** Other tasks that the message refers to. */
  referenceTaskIds?: string[];
};

/** Members of a new message beside its text or parts. */
export type MessageOptions = Partial<Omit<Message, "role" | "parts">>;

/** A message from the user; its id is a fresh one unless given. */
export function createMessage(content: string | Part | Part[], options: MessageOptions = {}): Message {
  return { messageId: createId(), ...options, role: "ROLE_USER", parts: toParts(content) };
}

/** A message from the user that holds one text. */
export function userText(text: string, options: MessageOptions = {}): Message {
  return createMessage(text, options);
}

/** A message from the agent; its id is a fresh one unless given. */
export function agentMessage(content: string | Part | Part[], options: MessageOptions = {}): Message {
  return { messageId: createId(), ...options, role: "ROLE_AGENT", parts: toParts(content) };
}

/** A text, one part or several, as a list of parts. */
export function toParts(content: string | Part | Part[]): Part[] {
  if (typeof content === "string") return [{ text: content }];
  return Array.isArray(content) ? content : [content];
}
