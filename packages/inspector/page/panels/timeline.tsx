import type { Task } from "@a2a/types";
import { useMemo, useState } from "preact/hooks";
import { CopyButton } from "../parts/copy-button.tsx";
import { Empty } from "../parts/empty.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { ShortId } from "../parts/short-id.tsx";
import { StateChip } from "../parts/state-chip.tsx";
import { spanOf } from "../parts/time.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { hereLink } from "../state/here.ts";
import { cursor, shownLog } from "../state/store.ts";
import { type Row, type TaskLog, taskAt } from "../state/task-log.ts";
import { EventRow } from "./event-row.tsx";
import { WaterfallView } from "./waterfall.tsx";

const ROW = 28;

/** The log of one task: a row for each event, the same in time, and the task as it was at any of them. */
export function Timeline() {
  const log = shownLog.value;
  const [view, setView] = useState<View>("events");
  if (log === undefined) {
    return (
      <section class="pane" aria-label="Timeline">
        <Empty icon="wire" title="No task yet">
          Send a message, or open a task. Its events appear here as they arrive.
        </Empty>
      </section>
    );
  }
  const { rows } = log;
  const at = cursor.value;
  const isLive = at === undefined;
  const index = isLive ? rows.length - 1 : Math.min(at, rows.length - 1);
  return <Shown log={log} index={index} isLive={isLive} view={view} onView={setView} />;
}

type View = "events" | "waterfall";

function Shown({
  log,
  index,
  isLive,
  view,
  onView,
}: {
  log: TaskLog;
  index: number;
  isLive: boolean;
  view: View;
  onView(view: View): void;
}) {
  const { rows } = log;
  const task = useMemo(() => (isLive ? log.task && { ...log.task } : taskAt(rows, index)), [log, index, isLive]);
  const state = task?.status.state;
  return (
    <section class="pane" aria-label="Timeline">
      <div class="pane-head">
        <h2>Task</h2>
        {state !== undefined && <StateChip state={state} />}
        <ShortId id={log.id} />
        <span class="muted figures">{spanOf((rows[index]?.at ?? 0) - (rows[0]?.at ?? 0))}</span>
        <span class="spring" />
        <CopyButton label="Copy link" text={hereLink} />
        <button
          type="button"
          class={isLive ? "quiet live" : "quiet"}
          aria-pressed={isLive}
          onClick={() => (cursor.value = undefined)}
        >
          {isLive ? (log.isLive ? "Live" : "Newest") : "Go to the newest"}
        </button>
      </div>
      <div class="travel">
        <fieldset class="tabs" aria-label="View">
          <button type="button" aria-pressed={view === "events"} onClick={() => onView("events")}>
            Log
          </button>
          <button type="button" aria-pressed={view === "waterfall"} onClick={() => onView("waterfall")}>
            Waterfall
          </button>
        </fieldset>
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
        {view === "waterfall" ? (
          <WaterfallView log={log} />
        ) : (
          <VirtualList
            label="Events"
            count={rows.length}
            rowHeight={ROW}
            selected={isLive ? undefined : index}
            follows={isLive}
            onSelect={(chosen) => (cursor.value = chosen)}
            row={(each) => <EventRow row={rows[each]} before={timedBefore(rows, each)} />}
          />
        )}
      </div>
      <Detail task={task} row={rows[index]} position={isLive ? undefined : index + 1} />
    </section>
  );
}

function Detail({
  task,
  row,
  position,
}: {
  task: Task | undefined;
  row: Row | undefined;
  /** The row of the past that is shown, counted from 1. */
  position: number | undefined;
}) {
  const [view, setView] = useState<"task" | "event">("task");
  // What changes comes first, what was said before last.
  const { history, ...current } = task ?? {};
  const shownTask = task && { ...current, ...(history && { history }) };
  return (
    <div class="detail">
      <fieldset class="tabs" aria-label="Detail">
        <button type="button" aria-pressed={view === "task"} onClick={() => setView("task")}>
          Task {position === undefined ? "now" : `as of row ${position}`}
        </button>
        <button type="button" aria-pressed={view === "event"} onClick={() => setView("event")}>
          Event
        </button>
      </fieldset>
      <JsonView
        value={view === "task" ? (shownTask ?? null) : (row?.event ?? row?.notice ?? null)}
        label={view === "task" ? "Task" : "Event"}
      />
    </div>
  );
}

/** The last row before one of which the time is known. */
function timedBefore(rows: readonly Row[], index: number): Row | undefined {
  let at = index - 1;
  while (rows[at]?.isLate) at--;
  return rows[at];
}
