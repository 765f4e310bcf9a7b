import { expect, it } from "vitest";
import { barPlot } from "./bar-plot.ts";
import { linePlot } from "./line-plot.ts";
import { REPORTED, reportOf } from "./report.ts";
import type { StoredRun } from "./stored-run.ts";

const FIGURES = [
  "first event ms",
  "events/s",
  "cpu µs/event",
  "requests/s",
  "p99 ms",
  "cpu µs/op",
  "resident bytes",
  "bytes",
];

/** A run in which every contestant has measured every figure, twice. */
function run(name: string, contestants: readonly string[], levels: readonly (number | undefined)[]): StoredRun {
  const round = Object.fromEntries(FIGURES.map((figure, index) => [figure, index + 1]));
  const ratio = { median: 1.5, low: 1.25, high: 1.75 };
  return {
    name,
    node: "24.0.0",
    rounds: 2,
    results: levels.map((level) => ({
      title: `${name} ${level}`,
      ...(level !== undefined && { level }),
      rows: contestants.flatMap((contestant) =>
        FIGURES.map((figure) => ({
          figure,
          contestant,
          median: 12_345,
          ratio,
          target: { contestant, figure, atMost: 1 },
          ok: false,
        })),
      ),
      figures: Object.fromEntries(contestants.map((contestant) => [contestant, [round, round]])),
    })),
  };
}

it("writes a page with every plot it draws, and says which goals were missed", () => {
  const levels: Record<string, readonly (number | undefined)[]> = { stream: [1, 64], send: [1, 64], burst: [16] };
  const grown: Record<string, readonly string[]> = {
    "long-stream": ["100 chunks", "1000 chunks"],
    list: ["memory, 100 stored", "SQLite, 100 stored"],
  };
  const runs = new Map(
    REPORTED.map((name) => [name, run(name, grown[name] ?? ["raw", "ours"], levels[name] ?? [undefined])]),
  );
  const files = reportOf(runs, { Node: "24.0.0" });
  const page = files.get("benchmarks.md") ?? "";
  const plots = [...page.matchAll(/\((images\/[\w-]+\.svg)\)/g)].map(([, path]) => path);
  expect(plots.toSorted()).toEqual([...files.keys()].filter((path) => path !== "benchmarks.md").sort());
  expect(page).toContain("| ours | **1.50 ×** (1.25 – 1.75), 12.3k<br>goal ≤ 1: **missed** |");
  expect(page).toContain("Node 24.0.0");
});

it("refuses a report without one of its runs", () => {
  expect(() => reportOf(new Map(), {})).toThrow('the report needs a run of "stream"');
});

it("draws equal ratios at equal distances", () => {
  const points = [1, 10, 100].map((value) => ({ x: value, y: value }));
  const svg = linePlot("growth", "n", [{ name: "a & b", points }]);
  const [, path = ""] = /points="([^"]+)"/.exec(svg) ?? [];
  const [first = 0, second = 0, third = 0] = path.split(" ").map((point) => Number(point.split(",")[0]));
  expect(second - first).toBeCloseTo(third - second, 0);
  expect(svg).toContain("a &amp; b");
});

it("draws bars in proportion to their values", () => {
  const svg = barPlot("bars", [
    { name: "one", median: 1, low: 1, high: 1 },
    { name: "four", median: 4, low: 4, high: 4 },
  ]);
  const [one = 0, four = 0] = [...svg.matchAll(/width="([\d.]+)" height="[\d.]+" fill/g)].map(([, width]) =>
    Number(width),
  );
  expect(four / one).toBeCloseTo(4, 1);
});
