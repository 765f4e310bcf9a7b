import { expect, it } from "vitest";
import type { Benchmark, Figures, Target } from "./benchmark.ts";
import { judge } from "./judge.ts";
import { formatTable } from "./table.ts";

function benchmark(...targets: Target[]): Benchmark {
  const contestants = ["raw", "ours"].map((name) => ({ name, operations: 1, setup: () => ({ run: () => undefined }) }));
  return { title: "A test", baseline: "raw", contestants, targets };
}

const measured = new Map<string, Figures[]>([
  ["raw", [{ "ms/op": 1 }, { "ms/op": 2 }, { "ms/op": 4 }]],
  ["ours", [{ "ms/op": 1.5 }, { "ms/op": 3 }, { "ms/op": 12 }]],
]);

it("judges the median of the ratios, not the ratio of the medians", () => {
  const target = { contestant: "ours", figure: "ms/op", atMost: 1.5 };
  expect(judge(benchmark(target), measured)).toEqual([
    { figure: "ms/op", contestant: "raw", median: 2, ratio: { median: 1, low: 1, high: 1 } },
    { figure: "ms/op", contestant: "ours", median: 3, ratio: { median: 1.5, low: 1.5, high: 2.25 }, target, ok: true },
  ]);
});

it("judges against a contestant other than the baseline, in a separate row", () => {
  const target = { contestant: "raw", figure: "ms/op", against: "ours", atMost: 0.7 };
  const rows = judge(benchmark(target), measured);
  expect(rows.at(-1)).toMatchObject({
    contestant: "raw",
    against: "ours",
    ratio: { median: 1 / 1.5 },
    target,
    ok: true,
  });
  expect(formatTable(rows).split("\n").at(-1)).toBe("raw × ours                0.67  0.50 – 0.67  ≤ 0.7   ok");
});

it.each([
  [{ atMost: 1.4 }, false],
  [{ atLeast: 1.6 }, false],
  [{ atLeast: 1.5, atMost: 1.5 }, true],
])("target %j reached: %s", (limits, ok) => {
  const rows = judge(benchmark({ contestant: "ours", figure: "ms/op", ...limits }), measured);
  expect(rows[1]?.ok).toBe(ok);
  expect(formatTable(rows)).toContain(ok ? "ok" : "miss");
});

it("rejects an unknown target and missing figures", () => {
  expect(() => judge(benchmark({ contestant: "ours", figure: "p99" }), measured)).toThrow('"p99" fits nothing');
  expect(() => judge(benchmark(), new Map([...measured, ["ours", [{ other: 1 }]]]))).toThrow('did not measure "ms/op"');
  expect(() => judge(benchmark(), new Map())).toThrow('baseline "raw"');
});

it("prints one line per contestant under the name of the figure", () => {
  expect(formatTable(judge(benchmark({ contestant: "ours", figure: "ms/op", atMost: 2 }), measured))).toBe(
    [
      "ms/op  median  × baseline  middle half  target",
      "raw      2.00        1.00  1.00 – 1.00",
      "ours     3.00        1.50  1.50 – 2.25  ≤ 2     ok",
    ].join("\n"),
  );
});
