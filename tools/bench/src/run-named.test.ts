import { expect, it } from "vitest";
import type { Benchmark, LeveledBenchmark } from "./benchmark.ts";
import { benchmarkNames } from "./run-named.ts";

it.each(benchmarkNames())("%s has contestants, its baseline among them", async (name) => {
  const { default: found } = (await import(`./benchmarks/${name}.ts`)) as { default: Benchmark | LeveledBenchmark };
  const benchmarks = "levels" in found ? found.levels.map((level) => found.at(level)) : [found];
  expect(benchmarks.length).toBeGreaterThan(0);
  for (const { contestants, baseline } of benchmarks) {
    expect(contestants.map((contestant) => contestant.name)).toContain(baseline);
  }
});
