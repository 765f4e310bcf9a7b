import { useMemo, useState } from "preact/hooks";
import { JsonView } from "../parts/json-view.tsx";
import { StateChip } from "../parts/state-chip.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { type Row, taskAt } from "../state/model.ts";
import { cursor, shownLog } from "../state/store.ts";

const ROW = 30;

/** The log of one task: a row for each event, and the task as it was at any of them. */
export function Timeline() {
  const log = shownLog.value;
  const [view, setView] = useState<"task" | "event">("task");
  const rows = log?.rows ?? [];
  const at = cursor.value;
  const isLive = at === undefined;
  const index = isLive ? rows.length - 1 : Math.min(at, rows.length - 1);
  const task = useMemo(() => (isLive ? log?.task && { ...log.task } : taskAt(rows, index)), [log, index, isLive]);
  if (log === undefined) {
    return (
      <section class="pane blank" aria-label="Timeline">
        <p>The events of a task appear here.</p>
      </section>
    );
  }
  const row = rows[index];
  // What changes comes first, what was said before last.
  const { history, ...current } = task ?? {};
  const shownTask = task && { ...current, ...(history && { history }) };
  return (
    <section class="pane" aria-label="Timeline">
      <div class="pane-head">
        <h2>Timeline</h2>
        {task && <StateChip state={task.status.state} />}
        <code class="id" title={log.id}>
          {log.id}
        </code>
        <span class="spring" />
        <button
          type="button"
          class={isLive ? "quiet live" : "quiet"}
          aria-pressed={isLive}
          onClick={() => (cursor.value = undefined)}
        >
          {isLive ? (log.isLive ? "● live" : "newest") : "Go to the newest"}
        </button>
      </div>
      <div class="travel">
        <input
          type="range"
          aria-label="Time travel"
          min={0}
          max={Math.max(0, rows.length - 1)}
          value={Math.max(0, index)}
          onInput={({ currentTarget }) => (cursor.value = Number(currentTarget.value))}
        />
        <span class="position">
          {index + 1} / {rows.length}
        </span>
      </div>
      <div class="timeline-rows">
        <VirtualList
          label="Events"
          count={rows.length}
          rowHeight={ROW}
          selected={isLive ? undefined : index}
          follows={isLive}
          onSelect={(chosen) => (cursor.value = chosen)}
          row={(each) => <RowView row={rows[each]} before={timedBefore(rows, each)} />}
        />
      </div>
      <fieldset class="tabs" aria-label="Detail">
        <button type="button" aria-pressed={view === "task"} onClick={() => setView("task")}>
          Task {isLive ? "now" : `as of row ${index + 1}`}
        </button>
        <button type="button" aria-pressed={view === "event"} onClick={() => setView("event")}>
          Event
        </button>
      </fieldset>
      <div class="detail">
        <JsonView
          value={view === "task" ? (shownTask ?? null) : (row?.event ?? row?.notice ?? null)}
          label={view === "task" ? "Task" : "Event"}
        />
      </div>
    </section>
  );
}

/** The last row before one of which the time is known. */
function timedBefore(rows: readonly Row[], index: number): Row | undefined {
  let at = index - 1;
  while (rows[at]?.isLate) at--;
  return rows[at];
}

function RowView({ row, before }: { row: Row | undefined; before: Row | undefined }) {
  if (row === undefined) return null;
  const delta = row.isLate ? "–" : before === undefined ? "0" : `+${spanOf(row.at - before.at)}`;
  const { notice, problem } = row;
  if (notice) {
    return (
      <span class={`event notice notice-${notice.phase}`}>
        <span class="delta">{delta}</span>
        <span>{noticeText(notice)}</span>
      </span>
    );
  }
  return (
    <span class={problem === undefined ? "event" : "event wrong"} title={problem}>
      <span class="delta">{delta}</span>
      <span class="seq">{row.id === undefined ? "" : `#${row.id}`}</span>
      <span class="version">{row.version}</span>
      <EventSummary row={row} />
      {problem !== undefined && <span class="problem">{problem}</span>}
    </span>
  );
}

function EventSummary({ row: { event } }: { row: Row }) {
  if (event === undefined) return null;
  if ("task" in event) {
    return (
      <>
        <span class="kind">task</span>
        <StateChip state={event.task.status.state} />
      </>
    );
  }
  if ("statusUpdate" in event) {
    const { state, message } = event.statusUpdate.status;
    return (
      <>
        <span class="kind">status</span>
        <StateChip state={state} />
        <span class="text">{excerptOf(message?.parts)}</span>
      </>
    );
  }
  if ("artifactUpdate" in event) {
    const { artifact, append, lastChunk } = event.artifactUpdate;
    return (
      <>
        <span class="kind">artifact</span>
        <span class="name">
          {append ? "+ " : ""}
          {artifact.name ?? artifact.artifactId}
          {lastChunk ? " ▪" : ""}
        </span>
        <span class="text">{excerptOf(artifact.parts)}</span>
      </>
    );
  }
  return (
    <>
      <span class="kind">message</span>
      <span class="text">{excerptOf(event.message.parts)}</span>
    </>
  );
}

function noticeText({ phase, lastEventId, error }: NonNullable<Row["notice"]>): string {
  switch (phase) {
    case "lost":
      return `connection lost: ${error ?? ""}`;
    case "resumed":
      return `resumed at event ${lastEventId ?? "?"}`;
    case "gap":
      return "reconnected, but the agent cannot resume: events may be missing";
    case "failed":
      return `failed: ${error ?? ""}`;
    case "ended":
      return "ended";
  }
}

/** The beginning of the texts in parts. */
function excerptOf(parts: readonly object[] = []): string {
  const texts = parts.map((part) =>
    "text" in part ? String(part.text) : "data" in part ? JSON.stringify(part.data) : "file",
  );
  return texts.join(" ").slice(0, 120);
}

/** A span of time as people read it. */
export function spanOf(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
