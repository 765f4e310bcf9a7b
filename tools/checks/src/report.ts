// The end of `.ci/run`: `report.ts <exit code of the tests> <exit code of the checks>` names what failed, and counts.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Part, type StepReport, type TestReport, tally } from "./tally.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const [testStatus, checkStatus] = process.argv.slice(2);
const tests = readPart<TestReport>("tests.json", testStatus);
const steps = readPart<StepReport[]>("check.json", checkStatus);

for (const { name, status } of tests.report?.testResults ?? []) {
  if (status === "failed") console.log(`failed: ${relative(root, name)}`);
}
for (const { name, ok } of steps.report ?? []) if (!ok) console.log(`failed: ${name}`);

const { passed, failed } = tally(tests, steps);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

function readPart<Report>(name: string, status: string | undefined): Part<Report> {
  const path = `${root}.ci/out/${name}`;
  // Both files were written a moment ago by vitest and by check.ts.
  return {
    ok: status === "0",
    report: existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : undefined,
  };
}
