import { expect, it } from "vitest";
import { type Benchmark, type Contestant, cpuTime, wallTime } from "./benchmark.ts";
import { rotate, runBenchmark } from "./runner.ts";

function benchmarkOf(contestants: Contestant[]): Benchmark {
  return { title: "A test", baseline: contestants[0]?.name ?? "", contestants, targets: [] };
}

/** A contestant that records its calls. */
function logging(name: string, log: string[]): Contestant {
  return {
    name,
    operations: 1,
    setup: () => {
      log.push(`${name} up`);
      return {
        run: async () => {
          log.push(name);
          return { count: log.length };
        },
        teardown: () => {
          log.push(`${name} down`);
        },
      };
    },
  };
}

it("runs every contestant in every round, in rotated order, between set-up and teardown", async () => {
  const log: string[] = [];
  const benchmark = benchmarkOf(["a", "b", "c"].map((name) => logging(name, log)));
  await runBenchmark(benchmark, { rounds: 2, warmUpRounds: 1 });
  expect(log.join(" ")).toBe("a up b up c up a b c b c a c a b c down b down a down");
});

it("discards the figures of warm-up rounds", async () => {
  const log: string[] = [];
  const measured = await runBenchmark(benchmarkOf([logging("a", log)]), { rounds: 2, warmUpRounds: 3 });
  expect(measured.get("a")).toEqual([{ count: 5 }, { count: 6 }]);
});

it("measures wall and CPU time per operation when a run returns no figures", async () => {
  const busy: Contestant = {
    name: "busy",
    operations: 1000,
    setup: () => ({
      run: () => {
        for (let index = 0; index < 100_000; index++) Math.hypot(index, index + 1);
        return undefined;
      },
    }),
  };
  const [figures] = (await runBenchmark(benchmarkOf([busy]), { rounds: 1, warmUpRounds: 0 })).get("busy") ?? [];
  expect(Object.keys(figures ?? {})).toEqual([wallTime, cpuTime]);
  expect(figures?.[wallTime]).toBeGreaterThan(0);
});

it("tears down earlier contestants when a later one fails", async () => {
  const log: string[] = [];
  const broken = { ...logging("b", log), setup: () => Promise.reject(new Error("no port")) };
  const run = runBenchmark(benchmarkOf([logging("a", log), broken]), { rounds: 1, warmUpRounds: 0 });
  await expect(run).rejects.toThrow("no port");
  expect(log).toEqual(["a up", "a down"]);
});

it("rotates", () => {
  expect(rotate(["a", "b", "c"], 4)).toEqual(["b", "c", "a"]);
  expect(rotate([], 2)).toEqual([]);
});
