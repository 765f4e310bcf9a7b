import type { Part } from "@a2a/types";
import { StateChip } from "../parts/state-chip.tsx";
import { spanOf } from "../parts/time.ts";
import type { Row } from "../state/task-log.ts";

/** One event of a task, or what happened to its stream. */
export function EventRow({ row, before }: { row: Row | undefined; before: Row | undefined }) {
  if (row === undefined) return null;
  const delta = row.isLate ? "–" : before === undefined ? "0" : `+${spanOf(row.at - before.at)}`;
  const title = row.isLate ? "The agent's log does not say when this happened" : undefined;
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
      <span class="delta" title={title}>
        {delta}
      </span>
      <span class="seq">{row.id === undefined ? "" : `#${row.id}`}</span>
      <EventSummary row={row} />
      {problem !== undefined && <span class="problem">{problem}</span>}
      <span class="version">{row.version}</span>
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
        <span class="text" />
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
export function excerptOf(parts: readonly Part[] = [], length = 120): string {
  // A schema is for the form, not for people.
  const shown = parts.filter(({ mediaType }) => mediaType !== "application/schema+json");
  const texts = shown.map((part) =>
    "text" in part ? part.text : "data" in part ? JSON.stringify(part.data) : (part.filename ?? "file"),
  );
  return texts.join(" ").slice(0, length);
}
