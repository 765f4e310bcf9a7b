// Part of `npm run generate`: writes docs/mission.md, and docs/conformance.md from the JSON report of the last `npm test`, if there is one.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTests } from "./find-tests.ts";
import { readReports } from "./kits/report.ts";
import { toMissionPage } from "./mission-page.ts";
import { resultsFrom, type TestReport } from "./results.ts";
import { toMarkdown } from "./to-markdown.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
writeFileSync(join(root, "docs/mission.md"), toMissionPage(findTests(root)));
const file = join(root, ".ci/out/tests.json");
if (!existsSync(file)) process.exit();
const resultOf = resultsFrom(JSON.parse(readFileSync(file, "utf8")) as TestReport, root);
const tests = findTests(root).filter(({ ids }) => ids.some((id) => id.startsWith("R-")));
writeFileSync(join(root, "docs/conformance.md"), toMarkdown(tests, resultOf, readReports()));
const wrong = tests.filter((test) => resultOf(test).total === 0 || resultOf(test).passed < resultOf(test).total);
for (const test of wrong) {
  const { passed, total } = resultOf(test);
  console.error(
    `${test.file}: ${test.titles.join(" > ")}: ${total === 0 ? "did not run" : `${passed} of ${total} passed`}`,
  );
}
if (wrong.length > 0) process.exitCode = 1;
