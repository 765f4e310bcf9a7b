import type { JsonObject, Message, Part } from "@a2a/types";
import type * as v0_1 from "@a2a/types/v0_1";
import { keepIn, keptText, keptTexts, optional, pick, takeFrom } from "../../codec/preserve.ts";
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

/** Whether a message came from a 0.1 caller, which gives messages no ids. */
export function isNative(message: Message): boolean {
  return message.messageId.startsWith(MADE);
}

/** 0.1 messages have no ids: they are taken from what surrounds them, or from what we kept. */
export function decodeMessage(wire: v0_1.Message, around: Surrounding, options?: CodecOptions): Message {
  const taken = takeFrom(wire.metadata, "messageId", "taskId", "contextId", "extensions", "referenceTaskIds", "role");
  const { kept } = taken;
  return {
    ...decodeParts(wire.parts, taken.metadata),
    messageId: keptText(kept, "messageId") ?? MADE + (options?.createId ?? randomId)(),
    ...optional("contextId", restoredId(kept, "contextId", around.contextId)),
    ...optional("taskId", restoredId(kept, "taskId", around.taskId)),
    role: kept.role === "ROLE_UNSPECIFIED" ? kept.role : wire.role === "user" ? "ROLE_USER" : "ROLE_AGENT",
    ...optional("extensions", keptTexts(kept, "extensions")),
    ...optional("referenceTaskIds", keptTexts(kept, "referenceTaskIds")),
  };
}

/** What 0.1 cannot say about a message is kept in its metadata. */
export function encodeMessage(message: Message, around: Surrounding, sender: v0_1.Role = "agent"): v0_1.Message {
  const { parts, metadata } = encodeParts(message);
  const unspecified = message.role === "ROLE_UNSPECIFIED" ? message.role : undefined;
  const lost = {
    messageId: isNative(message) ? undefined : message.messageId,
    contextId: lostId(message.contextId, around.contextId),
    taskId: lostId(message.taskId, around.taskId),
    ...pick(message, "extensions", "referenceTaskIds"),
    role: unspecified,
  };
  return {
    role: unspecified ? sender : message.role === "ROLE_USER" ? "user" : "agent",
    parts,
    ...optional("metadata", keepIn(metadata, lost)),
  };
}

/** An id is lost only where it is not that of the surrounding; `null` stands for none at all. */
function lostId(id: string | undefined, around: string | undefined): string | null | undefined {
  return id === around ? undefined : (id ?? null);
}

function restoredId(kept: JsonObject, name: string, around: string | undefined): string | undefined {
  return kept[name] === null ? undefined : (keptText(kept, name) ?? around);
}

interface Holder<P> {
  parts: P[];
  metadata?: JsonObject;
}

/** The model has no message or artifact without parts; older generations have. */
export function decodeParts(wire: readonly v0_1.Part[], metadata: JsonObject | undefined): Holder<Part> {
  if (wire.length > 0) return { parts: wire.map(decodePart), ...optional("metadata", metadata) };
  return { parts: [{ text: "" }], ...optional("metadata", keepIn(metadata, { noParts: true })) };
}

/** The parts of a message or an artifact, and its metadata without the mark of `decodeParts`. */
export function encodeParts(holder: Pick<Message, "parts" | "metadata">): Holder<v0_1.Part> {
  const { metadata, kept } = takeFrom(holder.metadata, "noParts");
  return { parts: kept.noParts === true ? [] : holder.parts.map(encodePart), ...optional("metadata", metadata) };
}
