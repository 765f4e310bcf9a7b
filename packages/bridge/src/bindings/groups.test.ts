import { expect, it } from "vitest";
import { groupsOf } from "./groups.ts";
import type { StreamItem } from "./reply.ts";

const item = (characters: number | undefined): StreamItem => ({
  event: { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } },
  ...(characters !== undefined && { json: "x".repeat(characters) }),
});

it.each([
  ["a short batch is one group", [10, 10, 10], [3]],
  ["a group ends before it gets too long", [40_000, 20_000, 20_000, 40_000], [2, 2]],
  ["a long event is a group by itself", [10, 100_000, 10], [1, 1, 1]],
  ["so is one whose text is not at hand", [undefined, undefined], [1, 1]],
  ["an empty batch is one group", [], [0]],
] as const)("%s", (_, sizes, expected) => {
  const batch = sizes.map(item);
  const groups = groupsOf(batch);
  expect(groups.map(({ length }) => length)).toEqual(expected);
  expect(groups.flat()).toEqual(batch);
});
