import type { JsonObject, Message, Part, Role } from "@a2a/types";
import { stash, unstash } from "./stash.ts";

/** The common members of messages and artifacts. */
export interface Holder<P> {
  parts: P[];
  metadata?: JsonObject;
}

/** The model requires parts in messages and artifacts; older protocol versions do not. */
export function decodeParts<P>(
  wire: readonly P[],
  metadata: JsonObject | undefined,
  decodePart: (part: P) => Part,
): Holder<Part> {
  const parts = wire.length > 0 ? wire.map(decodePart) : [{ text: "" }];
  const kept = wire.length > 0 ? metadata : stash(metadata, { noParts: true });
  return kept === undefined ? { parts } : { parts, metadata: kept };
}

/** The parts of a message or an artifact, and its metadata without the marker of `decodeParts`. */
export function encodeParts<P>(
  holder: Pick<Message, "parts" | "metadata">,
  encodePart: (part: Part) => P,
): { parts: P[]; metadata: JsonObject | undefined } {
  const { metadata, kept } = unstash(holder.metadata, "noParts");
  const none = kept.noParts === true && holder.parts.every((part) => "text" in part && part.text === "");
  return { parts: none ? [] : holder.parts.map(encodePart), metadata };
}

/** The model's role for one of an older protocol version; an unspecified role is restored from the stash. */
export function decodeRole(wire: "user" | "agent", kept: JsonObject): Role {
  if (kept.role === "ROLE_UNSPECIFIED") return kept.role;
  return wire === "user" ? "ROLE_USER" : "ROLE_AGENT";
}

/** An unspecified role is written as the sender's role, and stashed. */
export function encodeRole(role: Role, sender: "user" | "agent"): { role: "user" | "agent"; lost: string | undefined } {
  if (role === "ROLE_UNSPECIFIED") return { role: sender, lost: role };
  return { role: role === "ROLE_USER" ? "user" : "agent", lost: undefined };
}
