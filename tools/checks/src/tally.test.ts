import { expect, it } from "vitest";
import { type Part, type StepReport, type TestReport, tally } from "./tally.ts";

function tests(ok: boolean, ...files: [status: string, ...cases: string[]][]): Part<TestReport> {
  const testResults = files.map(([status, ...cases]) => ({
    name: "a.test.ts",
    status,
    assertionResults: cases.map((each) => ({ status: each })),
  }));
  return { ok, report: { testResults } };
}

function steps(ok: boolean, ...outcomes: boolean[]): Part<StepReport[]> {
  return { ok, report: outcomes.map((each, index) => ({ name: `step ${index}`, ok: each })) };
}

it("adds test cases and steps", () => {
  expect(tally(tests(true, ["passed", "passed", "passed"], ["passed", "passed"]), steps(true, true, true))).toEqual({
    passed: 5,
    failed: 0,
  });
});

it("counts failed cases and failed steps", () => {
  expect(tally(tests(false, ["failed", "passed", "failed"]), steps(false, true, false))).toEqual({
    passed: 2,
    failed: 2,
  });
});

it("counts a test file that could not be loaded", () => {
  expect(tally(tests(false, ["failed"], ["passed", "passed"]), steps(true, true))).toEqual({ passed: 2, failed: 1 });
});

it("counts a command that failed without a failed case, such as an unhandled rejection", () => {
  expect(tally(tests(false, ["passed", "passed"]), steps(true, true))).toEqual({ passed: 2, failed: 1 });
});

it("counts missing and empty reports as failures, regardless of exit codes", () => {
  expect(tally({ ok: true, report: undefined }, { ok: false, report: undefined })).toEqual({ passed: 0, failed: 2 });
  expect(tally(tests(true), steps(true))).toEqual({ passed: 0, failed: 2 });
});
