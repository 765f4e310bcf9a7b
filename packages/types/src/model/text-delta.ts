import type { Artifact } from "./artifact.ts";
import type { Part } from "./part.ts";
import type { TaskArtifactUpdateEvent } from "./stream-response.ts";

/** The key in an artifact update's metadata that marks its text as the continuation of the text before it, not as a part of its own. */
export const TEXT_DELTA = "urn:a2a:text-delta:1";

/** The metadata of a text delta, as one shared object. */
export const textDeltaMetadata: { readonly [TEXT_DELTA]: true } = Object.freeze({ [TEXT_DELTA]: true as const });

/**
 * Whether an update continues the last text of its artifact: an appended chunk of a single text part that is marked with
 * `TEXT_DELTA`. Chunks of other SDKs carry no mark, and their parts stay parts.
 */
export function isTextDelta({ append, artifact, metadata }: TaskArtifactUpdateEvent): boolean {
  const [part, ...others] = artifact.parts;
  return append === true && metadata?.[TEXT_DELTA] === true && others.length === 0 && isPlainText(part);
}

/** Joins a text delta to the last part of an artifact; `false` when that is not plain text, so that the delta starts a part. */
export function joinTextDelta(artifact: Artifact, delta: Artifact): boolean {
  const last = artifact.parts.at(-1);
  const [part] = delta.parts;
  if (!isPlainText(last) || !isPlainText(part)) return false;
  artifact.parts[artifact.parts.length - 1] = { text: last.text + part.text };
  return true;
}

/** Whether a part is text and nothing else, such as metadata or a media type. */
export function isPlainText(part: Part | undefined): part is { text: string } {
  if (part === undefined || !("text" in part)) return false;
  for (const name in part) if (name !== "text" && part[name as keyof typeof part] !== undefined) return false;
  return true;
}
