import { expect, it } from "vitest";
import { modelText } from "./model-content.ts";
import type { Outcome } from "./outcome.ts";

it.each([
  [20_000, false],
  [20_001, true],
])("of data with %i characters, the end is left out: %s", (length, isCut) => {
  const data = "x".repeat(length - 2); // without its quotes
  const outcome: Outcome = {
    status: "completed",
    taskId: "t",
    text: "done",
    data,
    files: [],
    artifacts: [],
  };
  const shown = modelText(outcome)
    .split("\n")
    .find((line) => line.startsWith("Data: "));
  expect(shown?.length).toBe("Data: ".length + 20_000 + (isCut ? 1 : 0));
  expect(shown?.endsWith("…")).toBe(isCut);
});
