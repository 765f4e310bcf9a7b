import { assignJson, type JsonObject } from "../json/json.ts";
import type { Part } from "./part.ts";
import { joinTextDelta } from "./text-delta.ts";

/** A result of a task. */
export type Artifact = {
  /** The id of the artifact within its task. */
  artifactId: string;
  /** A short name for people. */
  name?: string;
  /** A description of the artifact, for people. */
  description?: string;
  /** The content. */
  parts: Part[];
  /** Further information, by names that extensions and applications agree on. */
  metadata?: JsonObject;
  /** The URIs of extensions that contributed to the artifact. */
  extensions?: string[];
};

/**
 * Folds one artifact or chunk into a list its caller owns. An unknown id is added, a known one replaced or, with `append`,
 * extended in place: the cost of a chunk does not depend on the size of the artifact. With `delta` its text continues the last
 * text part. The chunk itself is never changed.
 */
export function mergeArtifact(artifacts: Artifact[], chunk: Artifact, append = false, delta = false): void {
  const position = positionOf(artifacts, chunk.artifactId);
  const known = position === undefined ? undefined : artifacts[position];
  if (position === undefined || known === undefined) {
    positions.get(artifacts)?.set(chunk.artifactId, artifacts.length);
    artifacts.push(own(chunk));
  } else if (append) {
    extend(known, chunk, delta);
  } else {
    artifacts[position] = own(chunk);
  }
}

function own(chunk: Artifact): Artifact {
  const copy = { ...chunk, parts: [...chunk.parts] };
  if (chunk.metadata) copy.metadata = assignJson({}, chunk.metadata);
  return copy;
}

function extend(artifact: Artifact, chunk: Artifact, delta: boolean): void {
  if (!delta || !joinTextDelta(artifact, chunk)) for (const part of chunk.parts) artifact.parts.push(part);
  if (chunk.name) artifact.name = chunk.name;
  if (chunk.description) artifact.description = chunk.description;
  if (chunk.metadata) artifact.metadata = assignJson(artifact.metadata ?? {}, chunk.metadata);
  if (chunk.extensions) artifact.extensions = [...new Set([...(artifact.extensions ?? []), ...chunk.extensions])];
}

// The index of each artifact in its list avoids a search per chunk. It is only a hint: it is rebuilt when other code has changed the
// list or moved an artifact.
const positions = new WeakMap<Artifact[], Map<string, number>>();

function positionOf(artifacts: Artifact[], artifactId: string): number | undefined {
  let index = positions.get(artifacts);
  const hit = index?.get(artifactId);
  const stale = index?.size !== artifacts.length || (hit !== undefined && artifacts[hit]?.artifactId !== artifactId);
  if (index === undefined || stale) {
    index = new Map(artifacts.map((artifact, position) => [artifact.artifactId, position]));
    positions.set(artifacts, index);
  }
  return index.get(artifactId);
}
