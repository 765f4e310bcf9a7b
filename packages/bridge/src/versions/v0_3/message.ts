import type { Message } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { decodeParts, decodeRole, encodeParts, encodeRole } from "../../stash/parts.ts";
import { stash, unstash } from "../../stash/stash.ts";
import { decodePart, encodePart } from "./part.ts";

/** 0.3 tags messages with `kind` and spells roles in lower case. */
export function decodeMessage(wire: v0_3.Message): Message {
  const { metadata, kept } = unstash(wire.metadata, "role");
  const held = decodeParts(wire.parts, metadata, decodePart);
  const message: Message = { messageId: wire.messageId, role: decodeRole(wire.role, kept), parts: held.parts };
  copyShared(wire, message);
  if (held.metadata) message.metadata = held.metadata;
  return message;
}

/** An unspecified role is written as the sender's role. */
export function encodeMessage(message: Message, sender: v0_3.Role = "agent"): v0_3.Message {
  const { parts, metadata } = encodeParts(message, encodePart);
  const { role, lost } = encodeRole(message.role, sender);
  const kept = stash(metadata, { role: lost });
  const wire: v0_3.Message = { kind: "message", messageId: message.messageId, role, parts };
  copyShared(message, wire);
  if (kept) wire.metadata = kept;
  return wire;
}

type Shared = Pick<Message, "contextId" | "taskId" | "extensions" | "referenceTaskIds">;

/** The members that both have. */
function copyShared(from: Shared, to: Shared): void {
  if (from.contextId !== undefined) to.contextId = from.contextId;
  if (from.taskId !== undefined) to.taskId = from.taskId;
  if (from.extensions) to.extensions = from.extensions;
  if (from.referenceTaskIds) to.referenceTaskIds = from.referenceTaskIds;
}
