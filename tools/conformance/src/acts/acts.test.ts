import { describe, expect, it } from "vitest";
import { mismatch } from "./match.ts";
import { streamMismatch } from "./streams.ts";
import { holds, interpolate, valuesAt } from "./variables.ts";

describe("an assertion", () => {
  const task = { id: "t", status: { state: "DONE" }, artifacts: [{ parts: [{ text: "a" }] }, { parts: [] }] };

  it.each([
    [{ id: "t", status: { state: { one_of: ["WORKING", "DONE"] } } }],
    [{ id: { type: "string", matches: "^t$" }, history: { absent: true } }],
    [{ artifacts: { type: "array", count: 2, items: [{ parts: { count_gte: 1 } }] } }],
    [{ artifacts: [{ parts: [{ text: { contains: "a" } }] }] }],
    [{ history: { any_of: [{ absent: true }, { type: "array", count: 0 }] } }],
    [{ id: { not: "other" } }],
  ])("holds: %j", (assertion) => {
    expect(mismatch(task, assertion)).toBeUndefined();
  });

  it.each([
    [{ id: "other" }, 'id: expected "other", received "t"'],
    [{ status: { state: { one_of: ["WORKING"] } } }, 'status.state: expected {"one_of":["WORKING"]}, received "DONE"'],
    [{ history: { exists: true } }, 'history: expected {"exists":true}, received nothing'],
    [{ artifacts: { items: { parts: { count_gte: 1 } } } }, "artifacts: expected"],
  ])("fails and says where: %j", (assertion, message) => {
    expect(mismatch(task, assertion)).toContain(message);
  });
});

it("variables are replaced in texts, keep their type when they are the whole text, and must be known", () => {
  const variables = new Map<string, number | string>([
    ["send.count", 3],
    ["url", "http://x"],
  ]);
  expect(interpolate({ a: ["{{send.count}}", "{{url}}/y"] }, variables)).toEqual({ a: [3, "http://x/y"] });
  expect(() => interpolate("{{unknown}}", variables)).toThrow("the variable unknown has no value");
});

it("paths reach into lists, and conditions compare what they find", () => {
  const root = { artifacts: [{ parts: [{ text: "a" }, { text: "b" }] }], status: { state: "DONE" } };
  expect(valuesAt(root, "artifacts[*].parts[*].text")).toEqual(["a", "b"]);
  expect(valuesAt(root, "artifacts[0].parts[1].text")).toEqual(["b"]);
  expect(holds("status.state in [WORKING, DONE]", root)).toBe(true);
  expect(holds("status.state == WORKING", root)).toBe(false);
  expect(holds("status.state != WORKING", root)).toBe(true);
});

it("streams are compared by kind and member, and their states never go back", () => {
  const events = [
    { task: { id: "t", status: { state: "TASK_STATE_WORKING" } } },
    { artifactUpdate: { artifact: { parts: [] } } },
    { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
  ];
  const expected = {
    min_count: 3,
    ordering: "monotonic_state",
    events: [{ match: "any_position", artifact: { exists: true } }],
    final_event: { status_update: { status: { state: "TASK_STATE_COMPLETED" } } },
  };
  expect(streamMismatch(expected, events)).toBeUndefined();
  expect(streamMismatch(expected, events.toReversed())).toBe("TASK_STATE_WORKING after TASK_STATE_COMPLETED");
  expect(streamMismatch(expected, events.slice(1))).toBe("expected 3 events or more, received 2");
});
