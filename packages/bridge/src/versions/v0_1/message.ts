import type { JsonObject, Message } from "@a2a/types";
import type * as v0_1 from "@a2a/types/v0_1";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { decodeParts, decodeRole, encodeParts, encodeRole } from "../../stash/parts.ts";
import { keptId, keptText, keptTexts, stash, unstash } from "../../stash/stash.ts";
import { isNative, nativeMessageId } from "./native-id.ts";
import { decodePart, encodePart } from "./part.ts";

/** The task and session of a 0.1 message, which has no ids of its own. */
export interface Surrounding {
  taskId?: string | undefined;
  contextId?: string | undefined;
}

/** 0.1 messages have no ids: they are taken from the task and session, or from the stash. */
export function decodeMessage(wire: v0_1.Message, around: Surrounding, options?: CodecOptions): Message {
  const taken = unstash(wire.metadata, "messageId", "taskId", "contextId", "extensions", "referenceTaskIds", "role");
  const { kept } = taken;
  const messageId = keptId(kept, "messageId") ?? nativeMessageId((options?.createId ?? randomId)());
  const contextId = restoredId(kept, "contextId", around.contextId);
  const taskId = restoredId(kept, "taskId", around.taskId);
  const extensions = keptTexts(kept, "extensions");
  const referenceTaskIds = keptTexts(kept, "referenceTaskIds");
  const { parts, metadata } = decodeParts(wire.parts, taken.metadata, decodePart);
  const message: Message = { messageId, role: decodeRole(wire.role, kept), parts };
  if (contextId !== undefined) message.contextId = contextId;
  if (taskId !== undefined) message.taskId = taskId;
  if (metadata) message.metadata = metadata;
  if (extensions) message.extensions = extensions;
  if (referenceTaskIds) message.referenceTaskIds = referenceTaskIds;
  return message;
}

/** Members of a message that 0.1 lacks are stashed in its metadata. */
export function encodeMessage(
  message: Message,
  around: Surrounding,
  options?: CodecOptions,
  sender: v0_1.Role = "agent",
): v0_1.Message {
  const { parts, metadata } = encodeParts(message, (part) => encodePart(part, options));
  const { role, lost } = encodeRole(message.role, sender);
  const kept = stash(metadata, {
    messageId: isNative(message) ? undefined : message.messageId,
    contextId: lostId(message.contextId, around.contextId),
    taskId: lostId(message.taskId, around.taskId),
    extensions: message.extensions,
    referenceTaskIds: message.referenceTaskIds,
    role: lost,
  });
  return kept ? { role, parts, metadata: kept } : { role, parts };
}

/** An id is lost only if it differs from the surrounding one; `null` means that there was none. */
function lostId(id: string | undefined, around: string | undefined): string | null | undefined {
  return id === around ? undefined : (id ?? null);
}

function restoredId(kept: JsonObject, name: string, around: string | undefined): string | undefined {
  return kept[name] === null ? undefined : (keptText(kept, name) ?? around);
}
