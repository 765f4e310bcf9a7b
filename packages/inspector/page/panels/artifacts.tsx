import { Parts } from "../parts/parts.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { taskAt } from "../state/model.ts";
import { cursor, seen, shownLog } from "../state/store.ts";

/** The artifacts of the task that is shown, as of the event that is chosen in the timeline. */
export function Artifacts() {
  const log = shownLog.value;
  const at = cursor.value;
  const task = log && (at === undefined ? log.task : taskAt(log.rows, at));
  const artifacts = task?.artifacts ?? [];
  if (artifacts.length === 0) {
    const hint = seen.value.model.connected ? "The task that is shown has no artifacts." : "Connect to an agent first.";
    return <p class="blank">{hint}</p>;
  }
  const chunksOf = (artifactId: string) =>
    (log?.rows ?? []).filter(
      ({ event }) => event && "artifactUpdate" in event && event.artifactUpdate.artifact.artifactId === artifactId,
    ).length;
  return (
    <Scroll kind="scroll artifacts" label="Artifacts">
      {artifacts.map((artifact) => (
        <section key={artifact.artifactId} class="artifact" aria-label={artifact.name ?? artifact.artifactId}>
          <div class="pane-head">
            <h2>{artifact.name ?? artifact.artifactId}</h2>
            <span class="muted">
              {artifact.parts.length} {artifact.parts.length === 1 ? "part" : "parts"}
              {chunksOf(artifact.artifactId) > 1 && `, assembled from ${chunksOf(artifact.artifactId)} chunks`}
            </span>
          </div>
          {artifact.description !== undefined && <p>{artifact.description}</p>}
          <Parts parts={artifact.parts} />
        </section>
      ))}
    </Scroll>
  );
}
