// `npm run bench -- <name> [--rounds N] [--concurrency N] [--json FILE] [--against CHECKOUT]`. Exits with 1 when a target is missed.
// `npm run bench -- report [--rounds N] [--from FOLDER]` writes docs/benchmarks.md; FOLDER has the files of earlier runs.
// `npm run bench -- peers` writes its last section, on the servers of other languages, and a row of README.md.
import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { readArguments } from "test-kit/read-arguments";
import { isShared, peersSection, peersSectionOf, withPeers, withPeersRow } from "./report/peers-section.ts";
import { REPORTED, reportOf } from "./report/report.ts";
import type { StoredRun } from "./report/stored-run.ts";
import { versionsUsed } from "./report/versions.ts";
import { benchmarkNames, hasMetTargets, isBenchmark, runNamed } from "./run-named.ts";

const PAGE = new URL("../../../docs/benchmarks.md", import.meta.url);
const README = new URL("../../../README.md", import.meta.url);

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    concurrency: { type: "string" },
    json: { type: "string" },
    against: { type: "string" },
    from: { type: "string" },
  },
});
const [name = ""] = positionals;
if (positionals.length !== 1 || !(name === "report" || isBenchmark(name))) {
  stop(`Name one benchmark: ${[...benchmarkNames(), "report"].join(", ")}.`);
}
const concurrency = wholeNumber("concurrency", values.concurrency);
const rounds = wholeNumber("rounds", values.rounds);

if (name === "report") {
  const runs = new Map<string, StoredRun>();
  for (const each of REPORTED)
    runs.set(each, values.from ? stored(values.from, each) : await runNamed(each, rounds ?? 7));
  const peers = peersSectionOf(readFileSync(PAGE, "utf8"));
  for (const [path, content] of reportOf(runs, versionsUsed())) {
    writeFileSync(new URL(`../../../docs/${path}`, import.meta.url), content);
  }
  writeFileSync(PAGE, withPeers(readFileSync(PAGE, "utf8"), peers));
} else {
  const run = await runNamed(name, rounds ?? (name === "peers" ? 5 : 15), {
    concurrency,
    against: values.against && resolve(values.against),
  }).catch((error: unknown) => {
    if (error instanceof RangeError) stop(error.message);
    throw error;
  });
  if (values.json) writeFileSync(values.json, `${JSON.stringify(run, undefined, 2)}\n`);
  if (name === "peers") {
    const [, loadAverage = 0] = loadavg(); // of five minutes, which a run takes
    writeFileSync(PAGE, withPeers(readFileSync(PAGE, "utf8"), peersSection(run, loadAverage)));
    // The README has no room to say that the figures come from a machine that others used.
    if (isShared(loadAverage)) console.error("README.md is not written: other programs used the processors");
    else writeFileSync(README, withPeersRow(readFileSync(README, "utf8"), run));
  }
  if (!hasMetTargets(run)) process.exitCode = 1;
}

function stored(folder: string, benchmark: string): StoredRun {
  return JSON.parse(readFileSync(join(folder, `${benchmark}.json`), "utf8")) as StoredRun; // `--json` wrote it
}

function wholeNumber(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) stop(`--${option} takes a whole number from 1 on, not "${value}".`);
  return number;
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
