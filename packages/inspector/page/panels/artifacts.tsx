import { Empty, NoAgent } from "../parts/empty.tsx";
import { Parts } from "../parts/parts.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { connected, cursor, shownLog } from "../state/store.ts";
import { taskAt } from "../state/task-log.ts";

/** The artifacts of the task that is shown, as of the event that is chosen in the timeline. */
export function Artifacts() {
  const log = shownLog.value;
  const at = cursor.value;
  const task = log && (at === undefined ? log.task : taskAt(log.rows, at));
  const artifacts = task?.artifacts ?? [];
  if (connected.value === undefined) return <NoAgent />;
  if (artifacts.length === 0) {
    return (
      <Empty icon="Artifacts" title="No artifacts">
        {log
          ? "The task has none so far."
          : "The results of a task appear here: documents, tables, images, sound and data."}
      </Empty>
    );
  }
  const rows = at === undefined ? (log?.rows ?? []) : (log?.rows.slice(0, at + 1) ?? []);
  const chunksOf = (artifactId: string) =>
    rows.filter(
      ({ event }) => event && "artifactUpdate" in event && event.artifactUpdate.artifact.artifactId === artifactId,
    ).length;
  return (
    <Scroll kind="artifacts" label="Artifacts">
      {artifacts.map((artifact) => (
        <section key={artifact.artifactId} class="pane artifact" aria-label={artifact.name ?? artifact.artifactId}>
          <div class="pane-head">
            <h2>{artifact.name ?? artifact.artifactId}</h2>
            <span class="muted">
              {artifact.parts.length} {artifact.parts.length === 1 ? "part" : "parts"}
              {chunksOf(artifact.artifactId) > 1 && `, assembled from ${chunksOf(artifact.artifactId)} chunks`}
            </span>
          </div>
          <div class="artifact-body">
            {artifact.description !== undefined && <p>{artifact.description}</p>}
            <Parts parts={artifact.parts} />
          </div>
        </section>
      ))}
    </Scroll>
  );
}
