import type { Message, StreamResponse, TaskState } from "@a2a/types";
import { expect, it } from "vitest";
import { Model } from "../page/state/model.ts";
import { scaleOf, waterfallOf } from "../page/state/waterfall.ts";
import type { JournalFact } from "../src/protocol/journal.ts";

const ids = { taskId: "t", contextId: "c" };
const say = (text: string, role: Message["role"]): Message => ({ role, messageId: text, parts: [{ text }] });
const status = (state: TaskState, text?: string): StreamResponse => ({
  statusUpdate: { ...ids, status: { state, ...(text !== undefined && { message: say(text, "ROLE_AGENT") }) } },
});
const submitted: StreamResponse = { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } };
const chunk: StreamResponse = { artifactUpdate: { ...ids, artifact: { artifactId: "a", name: "report", parts: [] } } };

/** The model after facts, each with the time at which it came. */
function modelOf(facts: readonly (readonly [number, JournalFact])[]): Model {
  const model = new Model();
  for (const [index, [at, fact]] of facts.entries()) model.apply({ n: index + 1, at, ...fact });
  return model;
}

const seen = (call: number, event: StreamResponse): JournalFact => ({
  event: { connection: 1, call, version: "1.0", event },
});
const sent = (call: number, text: string): JournalFact => ({
  sent: { connection: 1, call, message: say(text, "ROLE_USER") },
});
const stream = (phase: "lost" | "resumed" | "ended"): JournalFact => ({ stream: { connection: 1, call: 7, phase } });
const request = (exchange: number, call: number): JournalFact => ({
  request: {
    exchange,
    connection: 1,
    method: "POST",
    url: "http://127.0.0.1/a2a",
    headers: {},
    body: '{"method":"SubscribeToTask"}',
    cause: { call },
  },
});

it("has a lane for each turn, step, tool, artifact and question, and one for the attempts of each request", () => {
  const model = modelOf([
    [0, sent(7, "a report, please")],
    [10, seen(7, submitted)],
    [20, seen(7, status("TASK_STATE_WORKING", "Planning"))],
    [50, seen(7, status("TASK_STATE_WORKING", "Using search_web"))],
    [60, seen(7, chunk)],
    [70, stream("lost")],
    [75, request(2, 7)],
    [76, { end: { exchange: 2, error: "refused" } }],
    [80, request(3, 7)],
    [90, stream("resumed")],
    [95, seen(7, chunk)],
    [100, seen(7, status("TASK_STATE_INPUT_REQUIRED", "Which year?"))],
    [101, { end: { exchange: 3 } }],
    [102, stream("ended")],
    [5_100, sent(8, "2026")],
    [5_110, seen(8, status("TASK_STATE_WORKING", "Writing"))],
    [5_200, seen(8, status("TASK_STATE_COMPLETED"))],
  ]);
  const log = model.logs.get("1/t");
  if (log === undefined) throw new Error("no log");
  const waterfall = waterfallOf(log, model.turnsOf(1), model.exchanges.values(), 9_000);
  const lanes = waterfall.lanes.map(({ kind, label, segments }) => [
    kind,
    label,
    ...segments.map(({ from, to, isBad }) => `${from}–${to}${isBad ? " failed" : ""}`),
  ]);
  expect(lanes).toEqual([
    ["turn", "a report, please", "0–100"],
    ["step", "Planning", "20–50"],
    ["tool", "search_web", "50–100"],
    ["artifact", "report", "60–95"],
    ["question", "Which year?", "100–5100"],
    ["turn", "2026", "5100–5200"],
    ["step", "Writing", "5110–5200"],
    ["request", "SubscribeToTask", "75–76 failed", "80–101"],
  ]);
  expect(waterfall.gaps.map(({ from, to }) => [from, to])).toEqual([[70, 90]]);
  const scale = scaleOf(waterfall);
  expect(scale(0)).toBe(0);
  expect(scale(5_200)).toBe(1);
  // Five seconds of waiting are drawn shorter than they were, and nothing changes places.
  expect(scale(5_100) - scale(102)).toBeLessThan((5_100 - 102) / 5_200);
  const moments = [0, 20, 50, 60, 70, 90, 100, 3_000, 5_100, 5_110, 5_200].map(scale);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
});
