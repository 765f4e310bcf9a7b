import {
  type Artifact,
  applyEvent,
  copyTask,
  type Part,
  type StreamResponse,
  type Task,
  type TaskArtifactUpdateEvent,
} from "@a2a/types";
import { isPlainText, textDeltaMetadata } from "@a2a/types/internal";

/**
 * The events that lead from a task to the same task as it was read later, for a peer that is polled. They end with the whole task
 * where updates alone do not lead there.
 */
export function changesBetween(before: Task, after: Task): StreamResponse[] {
  const ids = { taskId: after.id, contextId: after.contextId ?? after.id };
  const events: StreamResponse[] = [];
  const artifacts = new Map(before.artifacts?.map((artifact) => [artifact.artifactId, artifact]));
  for (const artifact of after.artifacts ?? []) {
    const known = artifacts.get(artifact.artifactId);
    if (!isSame(known, artifact)) events.push({ artifactUpdate: { ...ids, ...updateOf(known, artifact) } });
  }
  if (!isSame(before.status, after.status)) events.push({ statusUpdate: { ...ids, status: after.status } });
  const folded = copyTask(before);
  for (const event of events) applyEvent(folded, event);
  const isTold = MEMBERS.every((name) => isSame(folded[name], after[name]));
  return isTold ? events : [...events, { task: after }];
}

const MEMBERS = ["id", "contextId", "status", "artifacts", "history", "metadata"] as const satisfies (keyof Task)[];

/** The update that makes a known artifact the new one: the parts it got, the end of its last text, or all of it. */
function updateOf(
  known: Artifact | undefined,
  artifact: Artifact,
): Pick<TaskArtifactUpdateEvent, "artifact" | "append" | "metadata"> {
  const { parts, metadata, ...about } = artifact;
  const { parts: old = [], metadata: oldMetadata, ...aboutOld } = known ?? {};
  if (!isSame(aboutOld, about)) return { artifact };
  const more = metadata && !isSame(oldMetadata, metadata) ? { metadata } : {};
  const append = (added: Part[]) => ({
    artifact: { artifactId: about.artifactId, parts: added, ...more },
    append: true,
  });
  if (parts.length > old.length && isSame(old, parts.slice(0, old.length))) return append(parts.slice(old.length));
  const last = old.at(-1);
  const now = parts.at(-1);
  const isLonger = isPlainText(last) && isPlainText(now) && now.text.startsWith(last.text);
  if (!isLonger || !isSame(old.slice(0, -1), parts.slice(0, -1))) return { artifact };
  return { ...append([{ text: now.text.slice(last.text.length) }]), metadata: textDeltaMetadata };
}

/** Both were read by the same codec, which writes members in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
