import type { Message } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { decodeParts, decodeRole, encodeParts, encodeRole } from "../../codec/parts.ts";
import { keepIn, optional, pick, takeFrom } from "../../codec/preserve.ts";
import { decodePart, encodePart } from "./part.ts";

/** 0.3 tags messages with `kind` and spells roles in lower case. */
export function decodeMessage(wire: v0_3.Message): Message {
  const { metadata, kept } = takeFrom(wire.metadata, "role");
  return {
    messageId: wire.messageId,
    ...pick(wire, "contextId", "taskId", "extensions", "referenceTaskIds"),
    role: decodeRole(wire.role, kept),
    ...decodeParts(wire.parts, metadata, decodePart),
  };
}

/** A role nobody stated is written as the side that sends. */
export function encodeMessage(message: Message, sender: v0_3.Role = "agent"): v0_3.Message {
  const { parts, metadata } = encodeParts(message, encodePart);
  const { role, lost } = encodeRole(message.role, sender);
  return {
    kind: "message",
    messageId: message.messageId,
    role,
    parts,
    ...pick(message, "contextId", "taskId", "extensions", "referenceTaskIds"),
    ...optional("metadata", keepIn(metadata, { role: lost })),
  };
}
