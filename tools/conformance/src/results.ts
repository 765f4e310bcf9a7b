import type { FoundTest } from "./find-tests.ts";

/** The members of vitest's JSON report that are read. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { ancestorTitles: readonly string[]; title: string; status: string }[];
  }[];
}

/** The results of a test's cases. */
export interface Result {
  readonly passed: number;
  readonly total: number;
}

/** Finds the cases of a test in a report of a run. */
export function resultsFrom(report: TestReport, root: string): (test: FoundTest) => Result {
  const cases = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== "skipped" && status !== "pending")
      .map(({ ancestorTitles, title, status }) => ({
        file: name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name,
        titles: [...ancestorTitles, title],
        passed: status === "passed",
      })),
  );
  return ({ file, titles }) => {
    const patterns = titles.map(toPattern);
    // A contract is run by the tests of its implementations, so its cases appear under other files and groups.
    const isShared = !file.endsWith(".test.ts");
    const own = cases.filter((one) => {
      if (!isShared && one.file !== file) return false;
      const offset = isShared ? one.titles.findIndex((title) => patterns[0]?.test(title)) : 0;
      return offset >= 0 && patterns.every((pattern, index) => pattern.test(one.titles[offset + index] ?? ""));
    });
    return { passed: own.filter(({ passed }) => passed).length, total: own.length };
  };
}

/** A title as a regular expression that matches any values of a table. */
function toPattern(title: string): RegExp {
  const parts = title.split(/%[sdifjoOcp#$]|\$[\w.]+/);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^]*")}$`);
}
