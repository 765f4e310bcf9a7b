import type * as v0_3 from "@a2a/types/v0_3";
import { optional, pick, stash, unstash } from "../../../stash/stash.ts";
import { tagParts, untagParts } from "./parts.ts";
import type * as proto from "./shapes.ts";

/** The member with a message's parts: `content`, or `parts` for a peer of a later patch release. */
export type PartsName = "content" | "parts";

/** A message with the tags and roles of JSON-RPC. */
export function tagMessage(wire: proto.Message): v0_3.Message {
  const { parts, metadata } = tagParts(wire.content ?? wire.parts ?? [], wire.metadata);
  const unspecified = wire.role === "ROLE_UNSPECIFIED" ? wire.role : undefined;
  return {
    kind: "message",
    ...pick(wire, "messageId", "contextId", "taskId", "extensions", "referenceTaskIds"),
    role: wire.role === "ROLE_USER" ? "user" : "agent",
    parts,
    ...optional("metadata", stash(metadata, { role: unspecified })),
  };
}

/** A message in ProtoJSON; `initial` leaves out later additions to it. */
export function untagMessage(message: v0_3.Message, name: PartsName, initial = false): proto.Message {
  const { metadata: around, kept } = unstash(message.metadata, "role");
  const { parts, metadata } = untagParts(message.parts, around, initial);
  const stated = message.role === "user" ? "ROLE_USER" : "ROLE_AGENT";
  return {
    ...pick(message, "messageId", "contextId", "taskId"),
    role: kept.role === "ROLE_UNSPECIFIED" ? kept.role : stated,
    ...(name === "parts" ? { parts } : { content: parts }),
    ...optional("metadata", metadata),
    ...(initial ? pick(message, "extensions") : pick(message, "extensions", "referenceTaskIds")),
  };
}

/** An artifact with tagged parts. */
export function tagArtifact(wire: proto.Artifact): v0_3.Artifact {
  const { parts, metadata } = tagParts(wire.parts ?? [], wire.metadata);
  return {
    ...pick(wire, "artifactId", "name", "description", "extensions"),
    parts,
    ...optional("metadata", metadata),
  };
}

/** An artifact in ProtoJSON. */
export function untagArtifact(artifact: v0_3.Artifact): proto.Artifact {
  const { parts, metadata } = untagParts(artifact.parts, artifact.metadata);
  return {
    ...pick(artifact, "artifactId", "name", "description"),
    parts,
    ...optional("metadata", metadata),
    ...pick(artifact, "extensions"),
  };
}
