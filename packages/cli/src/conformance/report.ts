import { line } from "../cli/io.ts";
import type { Result } from "./check.ts";

/** The number of results of each kind. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The number of failed MUST requirements. */
  readonly broken: number;
}

/** Counts results. */
export function tally(results: readonly Result[]): Tally {
  const count = (outcome: Result["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  const broken = results.filter(({ outcome, level }) => outcome === "failed" && level === "MUST").length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped"), broken };
}

/** One result as a row of a table; for a failure, with the expected and the actual behavior. */
export function resultRow({
  outcome,
  level,
  requirements,
  acts,
  name,
  version,
  binding,
  expected,
  received,
}: Result): string {
  const where = version === undefined ? "card" : `${version} ${binding}`;
  const row = [
    outcome.padEnd(7),
    level.padEnd(6),
    where.padEnd(13),
    name.padEnd(24),
    [...requirements, ...acts].join(" "),
  ].join("  ");
  if (outcome === "passed") return row;
  const why = line(received ?? "");
  return outcome === "skipped" ? `${row}  (${why})` : `${row}\n  Expected: ${expected}\n  Received: ${why}`;
}

/** The last line of a report. */
export function summary({ passed, failed, skipped, broken }: Tally): string {
  return `Checks: ${passed} passed, ${failed} failed (${broken} MUST), ${skipped} skipped`;
}

/** The results as JUnit XML: one suite for the card and one for each interface. */
export function toJunit(results: readonly Result[], address: string): string {
  const suites = Map.groupBy(results, ({ version, binding }) => (version ? `${version} ${binding}` : "card"));
  const body = [...suites].map(([name, suite]) => {
    const { failed, skipped } = tally(suite);
    const cases = suite.map(testCase).join("\n");
    return `  <testsuite name="${xml(name)}" tests="${suite.length}" failures="${failed}" skipped="${skipped}">\n${cases}\n  </testsuite>`;
  });
  const { failed, skipped } = tally(results);
  const counts = `tests="${results.length}" failures="${failed}" skipped="${skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xml(address)}" ${counts}>\n${body.join("\n")}\n</testsuites>\n`;
}

function testCase({ name, requirements, acts, level, outcome, expected, received = "" }: Result): string {
  const head = `    <testcase classname="${level}" name="${xml(`${name} ${[...requirements, ...acts].join(" ")}`)}"`;
  if (outcome === "passed") return `${head}/>`;
  const inner =
    outcome === "skipped"
      ? `<skipped message="${xml(received)}"/>`
      : `<failure message="${xml(`expected ${expected}`)}">${xml(received)}</failure>`;
  return `${head}>${inner}</testcase>`;
}

/** Text within XML; characters that XML does not have are escaped as they are on a terminal. */
function xml(text: string): string {
  return line(text)
    .replace(/[\ud800-\udfff\ufffe\uffff]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
