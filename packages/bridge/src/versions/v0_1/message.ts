import type { JsonObject, Message } from "@a2a/types";
import type * as v0_1 from "@a2a/types/v0_1";
import { decodeParts, decodeRole, encodeParts, encodeRole } from "../../codec/parts.ts";
import { keepIn, keptId, keptText, keptTexts, optional, pick, takeFrom } from "../../codec/preserve.ts";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { decodePart, encodePart } from "./part.ts";

/** What surrounds a 0.1 message, which has no ids of its own: its task and session. */
export interface Surrounding {
  taskId?: string | undefined;
  contextId?: string | undefined;
}

// A message that came without an id gets one of this form, so that it goes back without one.
const MADE = "v0_1-";

/** The id of a message for 0.1, which gives messages none: it stays on this side. */
export function nativeMessageId(id: string): string {
  return MADE + id;
}

/** Whether a message came from a 0.1 caller, which gives messages no ids. */
export function isNative(message: Message): boolean {
  return message.messageId.startsWith(MADE);
}

/** 0.1 messages have no ids: they are taken from what surrounds them, or from what we kept. */
export function decodeMessage(wire: v0_1.Message, around: Surrounding, options?: CodecOptions): Message {
  const taken = takeFrom(wire.metadata, "messageId", "taskId", "contextId", "extensions", "referenceTaskIds", "role");
  const { kept } = taken;
  return {
    messageId: keptId(kept, "messageId") ?? nativeMessageId((options?.createId ?? randomId)()),
    ...optional("contextId", restoredId(kept, "contextId", around.contextId)),
    ...optional("taskId", restoredId(kept, "taskId", around.taskId)),
    role: decodeRole(wire.role, kept),
    ...decodeParts(wire.parts, taken.metadata, decodePart),
    ...optional("extensions", keptTexts(kept, "extensions")),
    ...optional("referenceTaskIds", keptTexts(kept, "referenceTaskIds")),
  };
}

/** What 0.1 cannot say about a message is kept in its metadata. */
export function encodeMessage(
  message: Message,
  around: Surrounding,
  options?: CodecOptions,
  sender: v0_1.Role = "agent",
): v0_1.Message {
  const { parts, metadata } = encodeParts(message, (part) => encodePart(part, options));
  const { role, lost } = encodeRole(message.role, sender);
  const kept = {
    messageId: isNative(message) ? undefined : message.messageId,
    contextId: lostId(message.contextId, around.contextId),
    taskId: lostId(message.taskId, around.taskId),
    ...pick(message, "extensions", "referenceTaskIds"),
    role: lost,
  };
  return { role, parts, ...optional("metadata", keepIn(metadata, kept)) };
}

/** An id is lost only where it is not that of the surrounding; `null` stands for none at all. */
function lostId(id: string | undefined, around: string | undefined): string | null | undefined {
  return id === around ? undefined : (id ?? null);
}

function restoredId(kept: JsonObject, name: string, around: string | undefined): string | undefined {
  return kept[name] === null ? undefined : (keptText(kept, name) ?? around);
}
