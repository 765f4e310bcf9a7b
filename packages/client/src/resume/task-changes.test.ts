import { foldEvents, type Task } from "@a2a/types";
import { task as arbitraryTask } from "@a2a/types/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { changesBetween } from "./task-changes.ts";

const ids = { taskId: "t-1", contextId: "c-1" };
const working: Task = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } };
const withTexts = (...texts: string[]): Task => ({
  ...working,
  artifacts: [{ artifactId: "a", name: "tides", parts: texts.map((text) => ({ text })) }],
});
const added = (...texts: string[]) => ({ artifactId: "a", parts: texts.map((text) => ({ text })) });

it("tells new artifacts, new parts, longer texts and the status as updates", () => {
  expect(changesBetween(working, withTexts("high"))).toEqual([
    { artifactUpdate: { ...ids, artifact: { ...added("high"), name: "tides" } } },
  ]);
  expect(changesBetween(withTexts("high"), withTexts("high", "low"))).toEqual([
    { artifactUpdate: { ...ids, artifact: added("low"), append: true } },
  ]);
  expect(changesBetween(withTexts("one", "high"), withTexts("one", "high water"))).toEqual([
    { artifactUpdate: { ...ids, artifact: added(" water"), append: true, metadata: { "urn:a2a:text-delta:1": true } } },
  ]);
  const status = { state: "TASK_STATE_COMPLETED" as const };
  expect(changesBetween(working, { ...working, status })).toEqual([{ statusUpdate: { ...ids, status } }]);
});

it("shows the whole task where updates do not tell the change", () => {
  const later = { ...working, metadata: { berth: 7 } };
  expect(changesBetween(working, later)).toEqual([{ task: later }]);
  const fewer = changesBetween(withTexts("high"), working);
  expect(fewer).toEqual([{ task: working }]);
});

it("says nothing where nothing has changed", () => {
  expect(changesBetween(withTexts("high"), withTexts("high"))).toEqual([]);
});

it("leads to the task that was read, whatever it was before", () => {
  fc.assert(
    fc.property(arbitraryTask, arbitraryTask, (before, read) => {
      const after = { ...read, id: before.id };
      expect(foldEvents([{ task: before }, ...changesBetween(before, after)])).toEqual(foldEvents([{ task: after }]));
    }),
    { numRuns: 200 },
  );
});
