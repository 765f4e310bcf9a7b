import type { Artifact } from "@a2a/types";
import type * as v0_1 from "@a2a/types/v0_1";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { decodeParts, encodeParts } from "../../stash/parts.ts";
import { keptId, keptTexts, optional, pick, stash, unstash } from "../../stash/stash.ts";
import { decodePart, encodePart } from "./part.ts";

/** The index of each artifact of one task; 0.1 identifies artifacts by index only. */
export class ArtifactNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #taken = new Set<number>();

  /** The index of an artifact: the one in its id, otherwise the next free one. */
  of(artifactId: string): number {
    const known = this.#numbers.get(artifactId);
    if (known !== undefined) return known;
    const wanted = numberIn(artifactId);
    let number = wanted !== undefined && !this.#taken.has(wanted) ? wanted : this.#numbers.size;
    while (this.#taken.has(number)) number++;
    this.#numbers.set(artifactId, number);
    this.#taken.add(number);
    return number;
  }
}

/** An artifact without an id is identified by its index, or by its position in the list. */
export function decodeArtifact(wire: v0_1.Artifact, position: number): Artifact {
  const { metadata, kept } = unstash(wire.metadata, "artifactId", "extensions");
  return {
    artifactId: keptId(kept, "artifactId") ?? idOf(wire.index ?? position),
    ...pick(wire, "name", "description"),
    ...decodeParts(wire.parts, metadata, decodePart),
    ...optional("extensions", keptTexts(kept, "extensions")),
  };
}

/** Members of an artifact that 0.1 lacks are stashed in its metadata. */
export function encodeArtifact(artifact: Artifact, numbers: ArtifactNumbers, options?: CodecOptions): v0_1.Artifact {
  const index = numbers.of(artifact.artifactId);
  const { parts, metadata } = encodeParts(artifact, (part) => encodePart(part, options));
  const artifactId = artifact.artifactId === idOf(index) ? undefined : artifact.artifactId;
  const { description, extensions } = artifact;
  const name = artifact.name ?? options?.dialect?.artifactName;
  const kept = stash(metadata, { artifactId, extensions });
  const wire: v0_1.Artifact = { parts, index };
  if (name !== undefined) wire.name = name;
  if (description !== undefined) wire.description = description;
  if (kept) wire.metadata = kept;
  return wire;
}

/** Some peers store the chunks of an artifact one by one; those that are to be appended are joined to the one before them. */
export function joinChunks(artifacts: readonly v0_1.Artifact[]): v0_1.Artifact[] {
  const joined: v0_1.Artifact[] = [];
  const begun = new Map<number, v0_1.Artifact>();
  for (const chunk of artifacts) {
    const { index, append, parts, ...about } = chunk;
    const before = append && index !== undefined ? begun.get(index) : undefined;
    if (before) {
      before.parts.push(...parts);
      Object.assign(before, about, { append });
      continue;
    }
    const artifact = { ...chunk, parts: [...parts] };
    if (index !== undefined) begun.set(index, artifact);
    joined.push(artifact);
  }
  return joined;
}

/** In a task, artifacts still carry the flags of their last chunk; they are stashed for exact round trips. */
export function decodeStored(wire: v0_1.Artifact, position: number): Artifact {
  const artifact = decodeArtifact(wire, position);
  const lost = { ...pick(wire, "append", "lastChunk"), noIndex: wire.index === undefined ? true : undefined };
  return { ...artifact, ...optional("metadata", stash(artifact.metadata, lost)) };
}

/** The opposite of `decodeStored`. */
export function encodeStored(artifact: Artifact, numbers: ArtifactNumbers, options?: CodecOptions): v0_1.Artifact {
  if (artifact.metadata === undefined) return encodeArtifact(artifact, numbers, options);
  const { metadata, kept } = unstash(artifact.metadata, "append", "lastChunk", "noIndex");
  const { metadata: _, ...bare } = artifact;
  const { index, ...wire } = encodeArtifact({ ...bare, ...optional("metadata", metadata) }, numbers, options);
  return {
    ...wire,
    ...optional("index", kept.noIndex === true ? undefined : index),
    ...(typeof kept.append === "boolean" && { append: kept.append }),
    ...(typeof kept.lastChunk === "boolean" && { lastChunk: kept.lastChunk }),
  };
}

function idOf(number: number): string {
  return `idx-${number}`;
}

function numberIn(artifactId: string): number | undefined {
  const number = /^idx-(0|[1-9]\d{0,9})$/.test(artifactId) ? Number(artifactId.slice(4)) : undefined;
  return number !== undefined && number <= 2_147_483_647 ? number : undefined;
}
