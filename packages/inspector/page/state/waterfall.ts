import { isInterrupted, isTerminal, type Part } from "@a2a/types";
import { operationOf } from "../wire/operation.ts";
import type { Exchange, Turn } from "./model.ts";
import type { TaskLog } from "./task-log.ts";

/** A stretch of time in a lane. */
export interface Segment {
  readonly from: number;
  /** `undefined` while it lasts. */
  to: number | undefined;
  /** The row of the timeline that it begins with. */
  readonly row: number | undefined;
  readonly isBad?: boolean;
}

/** One line of the waterfall. */
export interface Lane {
  readonly kind: "turn" | "step" | "tool" | "question" | "artifact" | "request";
  label: string;
  readonly segments: Segment[];
}

/** A task in time: its turns with their steps, tool calls and artifacts, its questions, its requests, and the gaps between connections. */
export interface Waterfall {
  readonly lanes: readonly Lane[];
  readonly gaps: readonly Segment[];
  readonly from: number;
  readonly to: number;
}

/** Agents report tool calls by a status such as `Using get_weather`. */
const TOOL = /^(using|calling|running)\s+(\S+)/i;

/** Arranges the log of a task in lanes. */
export function waterfallOf(
  log: TaskLog,
  turns: readonly Turn[],
  exchanges: Iterable<Exchange>,
  now: number,
): Waterfall {
  const lanes: Lane[] = [];
  const gaps: Segment[] = [];
  const artifacts = new Map<string, Lane>();
  const waiting = turns.filter(({ taskKey }) => taskKey === log.key);
  let turn: Lane | undefined;
  let step: Lane | undefined;
  let question: Lane | undefined;
  let count = 0;
  const end = (lane: Lane | undefined, at: number) => {
    const last = lane?.segments.at(-1);
    if (last) last.to ??= at;
  };
  const add = (kind: Lane["kind"], label: string, from: number, row: number | undefined): Lane => {
    const lane: Lane = { kind, label, segments: [{ from, to: undefined, row }] };
    lanes.push(lane);
    return lane;
  };
  for (const [index, { at, event, notice, n }] of log.rows.entries()) {
    if (notice?.phase === "lost") gaps.push({ from: at, to: undefined, row: index });
    else if (notice) {
      const gap = gaps.at(-1);
      if (gap) gap.to ??= at;
    }
    if (event === undefined || "message" in event) continue;
    if (turn === undefined) {
      const begun = waiting[0] && waiting[0].n <= n ? waiting.shift() : undefined;
      const isEnd = "task" in event && (isTerminal(event.task.status.state) || isInterrupted(event.task.status.state));
      if (begun || !isEnd || lanes.length === 0) {
        end(question, begun?.at ?? at);
        question = undefined;
        count += 1;
        turn = add("turn", words(begun?.message.parts) || `Turn ${count}`, begun?.at ?? at, index);
      }
    }
    if ("artifactUpdate" in event) {
      const { artifact } = event.artifactUpdate;
      const known = artifacts.get(artifact.artifactId)?.segments[0];
      if (known) known.to = at;
      else {
        const lane = add("artifact", artifact.name ?? artifact.artifactId, at, index);
        end(lane, at);
        artifacts.set(artifact.artifactId, lane);
      }
      continue;
    }
    const { state, message } = "task" in event ? event.task.status : event.statusUpdate.status;
    const text = words(message?.parts);
    end(step, at);
    step = undefined;
    if (isTerminal(state) || isInterrupted(state)) {
      end(turn, at);
      turn = undefined;
      artifacts.clear();
      if (isInterrupted(state)) question ??= add("question", text || "Question", at, index);
      else end(question, at);
    } else if (text !== "") {
      const [, , tool] = TOOL.exec(text) ?? [];
      step = add(tool === undefined ? "step" : "tool", tool ?? text, at, index);
    }
  }
  const last = log.rows.at(-1)?.at ?? now;
  if (!log.isLive) for (const lane of lanes) end(lane, last);
  addRequests(lanes, exchanges, new Set(turns.filter(({ taskKey }) => taskKey === log.key).map(({ call }) => call)));
  const all = [...lanes.flatMap(({ segments }) => segments), ...gaps];
  const from = Math.min(...all.map((segment) => segment.from), last);
  return { lanes, gaps, from, to: Math.max(...all.map((segment) => segment.to ?? now), from + 1) };
}

/** One lane for each operation, so that retries stand side by side. */
function addRequests(lanes: Lane[], exchanges: Iterable<Exchange>, calls: ReadonlySet<number>): void {
  const byName = new Map<string, Lane>();
  for (const exchange of exchanges) {
    const { cause, at, endedAt, error, status = 0 } = exchange;
    if (cause === undefined || !("call" in cause) || !calls.has(cause.call)) continue;
    const label = operationOf(exchange)?.shown ?? exchange.method;
    let lane = byName.get(label);
    if (lane === undefined) {
      lane = { kind: "request", label, segments: [] };
      byName.set(label, lane);
      lanes.push(lane);
    }
    lane.segments.push({ from: at, to: endedAt, row: undefined, isBad: error !== undefined || status >= 400 });
  }
}

function words(parts: readonly Part[] = []): string {
  const text = parts
    .map((part) => ("text" in part ? part.text : ""))
    .join(" ")
    .trim();
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Waits longer than this are drawn shorter, so that what happens around them can be seen. */
const LINEAR_MS = 2_000;

/** Where a moment stands between 0 and 1: in proportion, except that long waits are compressed. */
export function scaleOf({ lanes, gaps, from, to }: Waterfall): (at: number) => number {
  const moments = new Set([from, to]);
  for (const segment of [...lanes.flatMap(({ segments }) => segments), ...gaps]) {
    moments.add(segment.from);
    if (segment.to !== undefined) moments.add(segment.to);
  }
  const sorted = [...moments].filter((at) => at >= from && at <= to).sort((a, b) => a - b);
  const places = [0];
  for (const [index, at] of sorted.entries()) {
    const span = at - (sorted[index - 1] ?? at);
    const drawn = span <= LINEAR_MS ? span : LINEAR_MS * (1 + Math.log(span / LINEAR_MS));
    if (index > 0) places.push((places[index - 1] ?? 0) + drawn);
  }
  const total = places.at(-1) || 1;
  return (at) => {
    const next = sorted.findIndex((moment) => moment >= at);
    if (next <= 0) return next === 0 ? 0 : 1;
    const [before = from, after = to] = [sorted[next - 1], sorted[next]];
    const part = (at - before) / (after - before || 1);
    return ((places[next - 1] ?? 0) + part * ((places[next] ?? 0) - (places[next - 1] ?? 0))) / total;
  };
}
