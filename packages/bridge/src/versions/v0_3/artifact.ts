import type { Artifact } from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { pick } from "../../codec/preserve.ts";
import { decodeParts, encodeParts } from "./message.ts";

/** Artifacts differ only in their parts. */
export function decodeArtifact(wire: v0_3.Artifact): Artifact {
  return {
    ...pick(wire, "artifactId", "name", "description", "extensions"),
    ...decodeParts(wire.parts, wire.metadata),
  };
}

/** Artifacts differ only in their parts. */
export function encodeArtifact(artifact: Artifact): v0_3.Artifact {
  return { ...pick(artifact, "artifactId", "name", "description", "extensions"), ...encodeParts(artifact) };
}
