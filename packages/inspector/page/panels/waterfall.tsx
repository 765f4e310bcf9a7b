import { useEffect, useMemo, useState } from "preact/hooks";
import { Scroll } from "../parts/scroll.tsx";
import { spanOf } from "../parts/time.ts";
import { cursor, seen } from "../state/store.ts";
import type { TaskLog } from "../state/task-log.ts";
import { type Lane, type Segment, scaleOf, waterfallOf } from "../state/waterfall.ts";

const KINDS: Readonly<Record<Lane["kind"], string>> = {
  turn: "turn",
  step: "step",
  tool: "tool",
  question: "question",
  artifact: "artifact",
  request: "request",
};

/** The task in time. Connections that were lost are gaps through all lanes. */
export function WaterfallView({ log }: { log: TaskLog }) {
  const { model } = seen.value;
  const now = useNow(log.isLive);
  const turns = model.turnsOf(log.connection);
  const waterfall = useMemo(
    () => waterfallOf(log, turns, model.exchanges.values(), now),
    [log, log.rows.length, now, model.last],
  );
  const scale = useMemo(() => scaleOf(waterfall), [waterfall]);
  const place = ({ from, to }: Segment) => {
    const left = scale(from) * 100;
    return { left: `${left}%`, width: `${Math.max(0, scale(to ?? now) * 100 - left)}%` };
  };
  const at = cursor.value === undefined ? undefined : log.rows[cursor.value]?.at;
  return (
    <Scroll kind="waterfall" label="Waterfall">
      <div class="lane lane-head">
        <span class="lane-label">Turns, steps and requests</span>
        <span class="lane-track">
          <span class="axis-start">0</span>
          <span class="axis-end">{spanOf(waterfall.to - waterfall.from)}</span>
        </span>
        <span class="lane-time" />
      </div>
      <div class="lanes">
        {waterfall.lanes.map((lane, index) => (
          <LaneView key={index} lane={lane} now={now} place={place} />
        ))}
        <div class="lane-overlay" aria-hidden="true">
          {waterfall.gaps.map((gap) => (
            <span key={gap.from} class="gap" style={place(gap)} />
          ))}
          {at !== undefined && <span class="moment" style={{ left: `${scale(at) * 100}%` }} />}
        </div>
      </div>
      {waterfall.gaps.map((gap) => (
        <p key={gap.from} class="gap-note">
          No connection for {spanOf((gap.to ?? now) - gap.from)}
          {gap.to === undefined ? " so far" : ""}
        </p>
      ))}
      <p class="hint">Waits of more than 2 s are drawn shorter. Select a bar to see the page as it was then.</p>
    </Scroll>
  );
}

function LaneView({
  lane: { kind, label, segments },
  now,
  place,
}: {
  lane: Lane;
  now: number;
  place(segment: Segment): { left: string; width: string };
}) {
  const total = segments.reduce((sum, { from, to }) => sum + (to ?? now) - from, 0);
  const name = `${KINDS[kind]}: ${label}`;
  return (
    <div class={`lane lane-${kind}`}>
      <span class="lane-label" title={name}>
        {label}
      </span>
      <span class="lane-track">
        {segments.map((segment, index) => {
          const shown = { style: place(segment), class: segment.isBad ? "bar-bad segment" : "segment" };
          const { row } = segment;
          if (row === undefined) return <span key={index} {...shown} title={name} />;
          return (
            <button
              key={index}
              type="button"
              {...shown}
              aria-label={`${name}, ${spanOf((segment.to ?? now) - segment.from)}`}
              title={name}
              onClick={() => (cursor.value = row)}
            />
          );
        })}
      </span>
      <span class="lane-time">
        {segments.length > 1 && <span class="lane-count">{segments.length} × </span>}
        {spanOf(total)}
      </span>
    </div>
  );
}

/** The time, a few times a second while something is under way. */
function useNow(isLive: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isLive]);
  return now;
}
