import { existsSync, readdirSync } from "node:fs";
import type { Benchmark, LeveledBenchmark } from "./benchmark.ts";
import { judge } from "./judge.ts";
import type { StoredRun } from "./report/stored-run.ts";
import { runBenchmark } from "./runner.ts";
import { formatTable } from "./table.ts";

const folder = new URL("./benchmarks/", import.meta.url);

/** The names of all benchmarks. */
export function benchmarkNames(): string[] {
  return readdirSync(folder)
    .filter((entry) => entry.endsWith(".ts"))
    .map((entry) => entry.slice(0, -".ts".length));
}

/** Whether there is a benchmark of that name. */
export function isBenchmark(name: string): boolean {
  return existsSync(new URL(`${name}.ts`, folder));
}

/** At which of its levels a benchmark runs, and what it is compared with besides. */
export interface RunOptions {
  /** One level instead of all. */
  readonly concurrency?: number | undefined;
  /** Another checkout of this repository, whose servers run in the same rounds. */
  readonly against?: string | undefined;
}

/** Runs a benchmark, and prints its tables. Throws when it has no level that could be chosen. */
export async function runNamed(
  name: string,
  rounds: number,
  { concurrency, against }: RunOptions = {},
): Promise<StoredRun> {
  const { default: found } = (await import(new URL(`${name}.ts`, folder).href)) as {
    default: Benchmark | LeveledBenchmark;
  };
  if (concurrency !== undefined && !("levels" in found)) {
    throw new RangeError(`${name} has no callers whose number could be chosen.`);
  }
  const levels = "levels" in found ? (concurrency === undefined ? found.levels : [concurrency]) : [undefined];
  const results: StoredRun["results"] = [];
  for (const level of levels) {
    const benchmark = withOthers("levels" in found ? found.at(level ?? 1) : found, against);
    const { title, baseline } = benchmark;
    console.log(`${title}\n${rounds} rounds on Node ${process.versions.node}; × baseline is ${baseline}\n`);
    const measured = await runBenchmark(benchmark, {
      rounds,
      warmUpRounds: benchmark.warmUpRounds ?? Math.min(3, rounds),
      onRound: (done, total) => process.stderr.write(done === total ? ".\n\n" : "."),
    });
    const rows = judge(benchmark, measured);
    console.log(`${formatTable(rows)}\n`);
    results.push({ title, ...(level !== undefined && { level }), rows, figures: Object.fromEntries(measured) });
  }
  return { name, node: process.versions.node, rounds, results };
}

function withOthers(benchmark: Benchmark, checkout: string | undefined): Benchmark {
  if (checkout === undefined) return benchmark;
  const both = benchmark.contestants.flatMap((one) => (one.elsewhere ? [one, one.elsewhere(checkout)] : [one]));
  return { ...benchmark, contestants: both };
}

/** Whether a run has met all of its targets. */
export function hasMetTargets({ results }: StoredRun): boolean {
  return results.every(({ rows }) => rows.every(({ ok }) => ok !== false));
}
