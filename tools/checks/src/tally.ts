/** How one step of `npm run check` ended. */
export interface StepReport {
  name: string;
  ok: boolean;
}

/** The members of vitest's JSON report that are read. */
export interface TestReport {
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string }[] }[];
}

/** A part of the run: its report, if any, and whether its command succeeded. */
export interface Part<Report> {
  report: Report | undefined;
  ok: boolean;
}

/** The numbers of the last line of `.ci/run`. */
export interface Tally {
  passed: number;
  failed: number;
}

/**
 * Counts test cases and steps. A test file that could not be loaded counts as one failed case, and so does a command that
 * failed without naming anything, or that succeeded without leaving a report: no failure can get lost in the counting.
 */
export function tally(tests: Part<TestReport>, steps: Part<StepReport[]>): Tally {
  const cases = (tests.report?.testResults ?? []).flatMap(({ status, assertionResults }) =>
    assertionResults.length === 0 && status !== "passed" ? ["failed"] : assertionResults.map((each) => each.status),
  );
  const outcomes = (steps.report ?? []).map(({ ok }) => (ok ? "passed" : "failed"));
  return sum(countPart(cases, tests), countPart(outcomes, steps));
}

function countPart(outcomes: readonly string[], { report, ok }: Part<unknown>): Tally {
  const passed = outcomes.filter((outcome) => outcome === "passed").length;
  const failed = outcomes.filter((outcome) => outcome === "failed").length;
  const lost = failed === 0 && (!ok || report === undefined || passed === 0);
  return { passed, failed: lost ? 1 : failed };
}

function sum(one: Tally, other: Tally): Tally {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed };
}
