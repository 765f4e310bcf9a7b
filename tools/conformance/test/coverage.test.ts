import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findTests } from "../src/find-tests.ts";
import { readReports } from "../src/kits/report.ts";
import { toMissionPage } from "../src/mission-page.ts";
import { missionRows, rowsWithoutTest } from "../src/requirements/mission.ts";
import { missionTexts } from "../src/requirements/mission-texts.ts";
import { untested } from "../src/requirements/untested.ts";
import { chapters, toMarkdown, withoutResults } from "../src/to-markdown.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const tests = findTests(root);
const named = new Set(tests.flatMap(({ ids }) => ids));
const requirements = chapters.flatMap((chapter) => chapter.requirements);

describe("the tests of the workspace", () => {
  it("name every requirement, unless it has a documented reason", () => {
    const missing = requirements
      .filter(([id]) => !named.has(id) && !(id in untested))
      .map(([id, , , says]) => `${id} ${says}`);
    expect(missing).toEqual([]);
  });

  it("do not name unknown requirements, or those listed as untested", () => {
    expect(Object.keys(untested).filter((id) => named.has(id))).toEqual([]);
    const known = new Set(requirements.map(([id]) => id));
    expect([...named].filter((id) => id.startsWith("R-") && !known.has(id))).toEqual([]);
    expect(Object.keys(untested).filter((id) => !known.has(id))).toEqual([]);
  });

  it("name every promised feature by its id, or the feature is listed as untested", () => {
    expect(missionRows).toHaveLength(164);
    const missing = missionRows.filter(([id]) => !named.has(id) && !rowsWithoutTest.includes(id));
    expect(missing).toEqual([]);
    expect(rowsWithoutTest.filter((id) => named.has(id))).toEqual([]);
    const known = new Set(missionRows.map(([id]) => id));
    expect([...named, ...rowsWithoutTest].filter((id) => /^S\d-/.test(id) && !known.has(id))).toEqual([]);
  });

  it("name features one by one, never by a range", () => {
    const ranges = tests.flatMap(({ titles }) => titles).filter((title) => /S\d-\d\d\s*(…|\.\.|–)/.test(title));
    expect([...new Set(ranges)]).toEqual([]);
  });
});

it("docs/mission.md is up to date, and has the text and the tests of every feature: `npm run generate` writes it", () => {
  expect(Object.keys(missionTexts)).toEqual(missionRows.map(([id]) => id));
  expect(readFileSync(new URL("../../../docs/mission.md", import.meta.url), "utf8")).toBe(toMissionPage(tests));
});

it("docs/conformance.md is up to date: `npm test`, then `npm run generate` writes it", () => {
  const page = toMarkdown(
    tests.filter(({ ids }) => ids.some((id) => id.startsWith("R-"))),
    () => ({ passed: 0, total: 0 }),
    readReports(),
  );
  const written = readFileSync(new URL("../../../docs/conformance.md", import.meta.url), "utf8");
  expect(withoutResults(written)).toBe(withoutResults(page));
});
