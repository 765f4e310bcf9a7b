import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { checkHistory, type Stored, type StoredEvent, type Witness } from "../src/replicas/history.ts";

const status = (state: string): JsonObject => ({ statusUpdate: { status: { state } } });
const chunk = (n: number): JsonObject => ({ artifactUpdate: { n } });
const log = (...events: [event: JsonObject, token?: number][]): StoredEvent[] =>
  events.map(([event, token = 1], index) => ({ task: "t", seq: index + 1, token, event }));
const whole = log([{ task: {} }], [chunk(1)], [status("TASK_STATE_COMPLETED"), 2]);
const stored = (events: readonly StoredEvent[], members: Partial<Stored["tasks"][number]> = {}): Stored => ({
  events,
  tasks: [{ id: "t", seq: events.length, state: "TASK_STATE_COMPLETED", messageId: "m", ...members }],
});
const witness = (...seen: [seq: number, event: JsonObject, isSnapshot?: boolean][]): Witness => ({
  messageId: "m",
  taskId: "t",
  seen: seen.map(([seq, event, isSnapshot = false]) => ({ seq, event, isSnapshot })),
});

describe("the history checker", () => {
  it("accepts a log that every caller saw in order, over one connection or two", () => {
    const all = witness([1, { task: {} }, true], [2, chunk(1)], [3, status("TASK_STATE_COMPLETED")]);
    const resumed = witness(
      [1, { task: {} }, true],
      [2, chunk(1)],
      [2, { task: {} }, true],
      [3, status("TASK_STATE_COMPLETED")],
    );
    expect(checkHistory(stored(whole), [all, resumed, { messageId: "x", seen: [] }])).toEqual([]);
  });

  it.each([
    [
      "a gap",
      stored(
        whole.filter(({ seq }) => seq !== 2),
        { seq: 3 },
      ),
      [],
      "t: has 3 events, stored are 1,3",
    ],
    ["a lost tail", stored(whole.slice(0, 2), { seq: 3 }), [], "t: has 3 events, stored are 1,2"],
    [
      "a task that never ends",
      stored(whole.slice(0, 2), { state: "TASK_STATE_WORKING" }),
      [],
      "t: is stuck in TASK_STATE_WORKING",
    ],
    [
      "two ends",
      stored(log([{ task: {} }], [status("TASK_STATE_FAILED")], [status("TASK_STATE_COMPLETED")])),
      [],
      "t: has 2 terminal events",
    ],
    [
      "events after the end",
      stored(log([{ task: {} }], [status("TASK_STATE_COMPLETED")], [chunk(1)])),
      [],
      "t: has 1 terminal events",
    ],
    [
      "a fenced writer",
      stored(log([{ task: {} }, 1], [chunk(1), 3], [chunk(2), 1], [status("TASK_STATE_COMPLETED"), 4])),
      [],
      "t: event 3 was written with token 1 after 3",
    ],
    ["a task that is gone", { events: [], tasks: [] }, [witness([1, {}, true])], "t: was acknowledged and is lost"],
    ["an event that is gone", stored(whole), [witness([3, {}, true], [4, chunk(9)])], "t: event 4 arrived and is lost"],
    ["an event that changed", stored(whole), [witness([1, {}, true], [2, chunk(9)])], "t: event 2 has changed"],
    [
      "an event delivered twice",
      stored(whole),
      [witness([1, {}, true], [2, chunk(1)], [2, chunk(1)])],
      "t: event 2 arrived after 2",
    ],
    [
      "an event left out",
      stored(whole),
      [witness([1, {}, true], [3, status("TASK_STATE_COMPLETED")])],
      "t: event 3 arrived after 1",
    ],
    [
      "another outcome",
      stored(whole),
      [{ ...witness(), answered: "TASK_STATE_FAILED" }],
      "t: was TASK_STATE_FAILED and is TASK_STATE_COMPLETED",
    ],
  ] as const)("reports %s", (_, found, witnesses, problem) => {
    expect(checkHistory(found, witnesses)).toContain(problem);
  });

  describe("with the content of a task of three chunks", () => {
    const created = { task: { history: [{ parts: [{ text: "chunks:3x5" }] }] } };
    const text = (n: number): JsonObject => ({ artifactUpdate: { artifact: { parts: [{ text: `#${n}` }] } } });
    const ended = (state: string, ...numbers: number[]) =>
      stored(log([created], ...numbers.map((n): [JsonObject] => [text(n)]), [status(state)]), { state });

    it("accepts all of it in a completed task, and its beginning in one that failed", () => {
      expect(checkHistory(ended("TASK_STATE_COMPLETED", 0, 1, 2), [])).toEqual([]);
      expect(checkHistory(ended("TASK_STATE_FAILED", 0, 1), [])).toEqual([]);
    });

    it.each([
      ["short", "TASK_STATE_COMPLETED", [0, 1]],
      ["with a hole", "TASK_STATE_COMPLETED", [0, 2]],
      ["doubled", "TASK_STATE_COMPLETED", [0, 1, 1, 2]],
      ["reordered", "TASK_STATE_FAILED", [1, 0]],
    ] as const)("reports a task that is %s", (_, state, numbers) => {
      expect(checkHistory(ended(state, ...numbers), []).join()).toContain(`t: is ${state} with ["#`);
    });
  });

  it("reports a message that was processed twice", () => {
    const { events, tasks } = stored(whole);
    const twice = {
      events: [...events, ...events.map((event) => ({ ...event, task: "u" }))],
      tasks: [...tasks, ...tasks.map((task) => ({ ...task, id: "u" }))],
    };
    expect(checkHistory(twice, [])).toEqual(["message m made 2 tasks"]);
  });
});
