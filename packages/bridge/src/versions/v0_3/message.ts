import type { Message, Part } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { keepIn, optional, pick, takeFrom } from "../../codec/preserve.ts";
import { decodePart, encodePart } from "./part.ts";

/** 0.3 tags messages with `kind` and spells roles in lower case. */
export function decodeMessage(wire: v0_3.Message): Message {
  const { metadata, kept } = takeFrom(wire.metadata, "role");
  return {
    ...decodeParts(wire.parts, metadata),
    ...pick(wire, "contextId", "taskId", "extensions", "referenceTaskIds"),
    messageId: wire.messageId,
    role: kept.role === "ROLE_UNSPECIFIED" ? kept.role : wire.role === "user" ? "ROLE_USER" : "ROLE_AGENT",
  };
}

/** A role nobody stated is written as the side that sends. */
export function encodeMessage(message: Message, sender: v0_3.Role = "agent"): v0_3.Message {
  const { parts, metadata } = encodeParts(message);
  const unspecified = message.role === "ROLE_UNSPECIFIED" ? message.role : undefined;
  return {
    kind: "message",
    messageId: message.messageId,
    role: unspecified ? sender : message.role === "ROLE_USER" ? "user" : "agent",
    parts,
    ...pick(message, "contextId", "taskId", "extensions", "referenceTaskIds"),
    ...optional("metadata", keepIn(metadata, { role: unspecified })),
  };
}

interface Holder<P> {
  parts: P[];
  metadata?: NonNullable<Message["metadata"]>;
}

/** The model has no message or artifact without parts; older generations have. */
export function decodeParts(wire: readonly v0_3.Part[], metadata: Message["metadata"]): Holder<Part> {
  if (wire.length > 0) return { parts: wire.map(decodePart), ...optional("metadata", metadata) };
  return { parts: [{ text: "" }], ...optional("metadata", keepIn(metadata, { noParts: true })) };
}

/** The parts of a message or an artifact, and its metadata without the mark of `decodeParts`. */
export function encodeParts(holder: Pick<Message, "parts" | "metadata">): Holder<v0_3.Part> {
  const { metadata, kept } = takeFrom(holder.metadata, "noParts");
  return { parts: kept.noParts === true ? [] : holder.parts.map(encodePart), ...optional("metadata", metadata) };
}
