import type { Artifact } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { decodeParts, encodeParts } from "../../stash/parts.ts";
import { pick } from "../../stash/stash.ts";
import { decodePart, encodePart } from "./part.ts";

/** Artifacts differ only in their parts. */
export function decodeArtifact(wire: v0_3.Artifact): Artifact {
  return {
    ...pick(wire, "artifactId", "name", "description", "extensions"),
    ...decodeParts(wire.parts, wire.metadata, decodePart),
  };
}

/** Artifacts differ only in their parts. */
export function encodeArtifact(artifact: Artifact): v0_3.Artifact {
  const { parts, metadata } = encodeParts(artifact, encodePart);
  const { artifactId, name, description, extensions } = artifact;
  const wire: v0_3.Artifact = { artifactId, parts };
  if (name !== undefined) wire.name = name;
  if (description !== undefined) wire.description = description;
  if (extensions) wire.extensions = extensions;
  if (metadata) wire.metadata = metadata;
  return wire;
}
