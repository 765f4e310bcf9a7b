// `npm run bench -- <name> [--rounds N] [--concurrency N] [--json FILE]`. Exits with 1 when a target is missed.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Benchmark, LeveledBenchmark } from "./benchmark.ts";
import { judge } from "./judge.ts";
import { runBenchmark } from "./runner.ts";
import { formatTable } from "./table.ts";

const folder = new URL("./benchmarks/", import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "15" }, concurrency: { type: "string" }, json: { type: "string" } },
});
const [name = ""] = positionals;
const rounds = Number(values.rounds);
const file = new URL(`${name}.ts`, folder);
if (positionals.length !== 1 || !existsSync(file)) stop(`Name one benchmark: ${available().join(", ")}.`);
if (!Number.isInteger(rounds) || rounds < 1) stop(`--rounds takes a whole number from 1 on, not "${values.rounds}".`);

const concurrency = values.concurrency === undefined ? undefined : Number(values.concurrency);
if (concurrency !== undefined && (!Number.isInteger(concurrency) || concurrency < 1))
  stop(`--concurrency takes a whole number from 1 on, not "${values.concurrency}".`);
const { default: found } = (await import(file.href)) as { default: Benchmark | LeveledBenchmark };
if (concurrency !== undefined && !("levels" in found)) stop(`${name} has no callers whose number could be chosen.`);
const benchmarks =
  "levels" in found ? (concurrency === undefined ? found.levels : [concurrency]).map(found.at) : [found];
const results = [];
for (const benchmark of benchmarks) {
  console.log(
    `${benchmark.title}\n${rounds} rounds on Node ${process.versions.node}; × baseline is ${benchmark.baseline}\n`,
  );
  const measured = await runBenchmark(benchmark, {
    rounds,
    warmUpRounds: Math.min(3, rounds),
    onRound: (done, total) => process.stderr.write(done === total ? ".\n\n" : "."),
  });
  const rows = judge(benchmark, measured);
  console.log(`${formatTable(rows)}\n`);
  results.push({ title: benchmark.title, rows, figures: Object.fromEntries(measured) });
}
if (values.json) {
  const { node } = process.versions;
  writeFileSync(values.json, `${JSON.stringify({ name, node, rounds, results }, undefined, 2)}\n`);
}
if (results.some(({ rows }) => rows.some(({ ok }) => ok === false))) process.exitCode = 1;

function available(): string[] {
  return readdirSync(folder)
    .filter((entry) => entry.endsWith(".ts"))
    .map((entry) => entry.slice(0, -".ts".length));
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
