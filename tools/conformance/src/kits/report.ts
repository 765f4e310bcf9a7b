import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { differenceOf } from "./differences.ts";
import type { KitTest, Level, PreparedKit } from "./kit.ts";
import type { SetupName } from "./setups.ts";

/** How many tests ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A test that failed. */
export interface Failure {
  readonly test: string;
  readonly level: Level;
  /** The text of the kit about it. */
  readonly message: string;
  /** The expectation of the kit and the text of the specification; absent if the failure is not explained. */
  readonly expected?: string;
  readonly specification?: string;
}

/** One run of a kit. */
export interface KitRun {
  readonly setup: SetupName;
  readonly counts: Readonly<Record<Level, Counts>>;
  readonly failures: readonly Failure[];
}

/** The runs of a kit. */
export interface KitReport {
  readonly kit: string;
  readonly commit: string;
  readonly date: string;
  readonly runs: readonly KitRun[];
}

/** The levels, the strictest first. */
export const levels: readonly Level[] = ["MUST", "SHOULD", "MAY"];

const file = new URL("../../results/kits.json", import.meta.url);

/** The report of the last run of every kit. */
export function readReports(): KitReport[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as KitReport[]) : []; // written below
}

/** Stores a report in place of the one before of the same kit. */
export function storeReport(report: KitReport): void {
  const others = readReports().filter(({ kit }) => kit !== report.kit);
  const all = [...others, report].sort((one, other) => one.kit.localeCompare(other.kit));
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

/** The result of a run. */
export function toRun({ name }: PreparedKit, setup: SetupName, tests: readonly KitTest[]): KitRun {
  const count = (level: Level, outcome: KitTest["outcome"]) =>
    tests.filter((test) => test.level === level && test.outcome === outcome).length;
  const countsOf = (level: Level) => ({
    passed: count(level, "passed"),
    failed: count(level, "failed"),
    skipped: count(level, "skipped"),
  });
  const failures = tests
    .filter(({ outcome }) => outcome === "failed")
    .map(({ test, level, message = "" }) => ({ test, level, message: readable(message), ...explained(name, test) }))
    .sort((one, other) => one.test.localeCompare(other.test));
  return {
    setup,
    counts: { MUST: countsOf("MUST"), SHOULD: countsOf("SHOULD"), MAY: countsOf("MAY") },
    failures,
  };
}

function explained(kit: string, test: string): Pick<Failure, "expected" | "specification"> {
  const difference = differenceOf(kit, test);
  return difference === undefined ? {} : { expected: difference.kit, specification: difference.text };
}

/** A message without the ids, ports and object dumps that differ from run to run. */
function readable(message: string): string {
  const [line = ""] = message.split("\n");
  return line
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
    .slice(0, 240);
}
