import type { Message } from "@a2a/types";

// A message without an id gets one with this prefix, so that it is sent back without an id.
const MADE = "v0_1-";

/** A local message id, since 0.1 messages have none. */
export function nativeMessageId(id: string): string {
  return MADE + id;
}

/** Whether a message came from a 0.1 caller, which gives messages no ids. */
export function isNative(message: Message): boolean {
  return message.messageId.startsWith(MADE);
}
