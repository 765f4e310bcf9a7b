import { expect, it } from "vitest";
import { readScenarios } from "./itk.ts";

const scenario = (passed: boolean, ...sdks: string[]) => ({ passed, sdks, edges: null });

it("reads the scenarios of the interop kit that our agent takes part in", () => {
  const results = {
    send: scenario(true, "current", "go_v10"),
    stream: scenario(false, "python_v10", "current"),
    others: scenario(false, "python_v10", "go_v10"),
  };
  expect(readScenarios(JSON.stringify({ all_passed: false, results }))).toEqual([
    { test: "send", level: "MUST", outcome: "passed" },
    {
      test: "stream",
      level: "MUST",
      outcome: "failed",
      message: "the traces of the agents lack what the kit expects",
    },
  ]);
});

it("does not take a run without our agent for a success", () => {
  const text = JSON.stringify({ results: { others: scenario(true, "python_v10") } });
  expect(() => readScenarios(text)).toThrow("the report of the kit names no scenario with our agent");
});
