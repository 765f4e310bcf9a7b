// `npm run check [step …]`: all checks except tests, twice as many at a time as there are cores: most of them wait for installations,
// servers and pauses half of their time. All steps run, even after a failure, and the results are stored for `.ci/run`.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";
import type { StepReport } from "./tally.ts";

const finds = (name: string) => `node tools/checks/src/main.ts ${name}`;
const faults = "node --conditions=@a2a/source --no-warnings tools/faults/src/main.ts";

/** The steps with their commands, in the order in which they start: first what others need, then the cheap ones, then the longest. */
const steps: Readonly<Record<string, string>> = {
  build: "turbo run build",
  types: "tsc -p . && tsc -p packages/inspector/page",
  "lint and format": "biome ci --colors=off .",
  promises:
    "oxlint --type-aware -A all -D typescript/no-floating-promises -D typescript/no-misused-promises packages apps tools",
  boundaries: "turbo boundaries",
  forbidden: finds("forbidden"),
  layers: finds("layers"),
  versions: finds("versions"),
  words: finds("words"),
  expressions: finds("expressions"),
  exports: finds("exports"),
  metadata: finds("metadata"),
  snippets: finds("snippets"),
  published: finds("published"),
  packed: finds("packed"),
  "snippets run": "node --conditions=@a2a/source tools/docs/src/main.ts run",
  "50 kills": `${faults} crash`,
  replicas: `${faults} replicas`,
  "first change": finds("first-change"),
  docs: "node tools/docs/src/main.ts site",
  leftovers: finds("leftovers"),
  "users and folders": finds("users-and-folders"),
  "publint and attw": "turbo run check:pkg",
  "demo install": finds("demo-install"),
  accessibility: "node --conditions=@a2a/source --no-warnings tools/docs/src/main.ts measure --quick",
  "first hour": finds("first-hour"),
  size: "node tools/checks/src/size/main.ts",
  declarations: finds("declarations"),
};

/** Those that need the output of another. */
const needs: Readonly<Record<string, string>> = {
  accessibility: "docs",
  declarations: "build",
  "publint and attw": "build",
  packed: "build",
  "first hour": "build",
  published: "build",
};

/** Those that run only if they are asked for: they take long, and the others include what matters most of them. */
const onRequest: typeof steps = {
  anywhere: finds("anywhere"),
};

const root = fileURLToPath(new URL("../../..", import.meta.url));
const asked = process.argv.slice(2);
const known = { ...steps, ...onRequest };
const unknown = asked.filter((name) => !(name in known));
if (unknown.length > 0) {
  console.error(`Unknown step "${unknown.join('", "')}": use ${Object.keys(known).join(", ")}.`);
  process.exit(2);
}

const all = Object.keys(asked.length > 0 ? known : steps);
const waiting = all.filter((name) => asked.length === 0 || asked.includes(name));
const running = new Map<string, Promise<StepReport>>();
const reports: StepReport[] = [];
while (waiting.length + running.size > 0) {
  const next = running.size < 2 * availableParallelism() ? waiting.findIndex(isReady) : -1;
  if (next === -1) {
    const report = await Promise.race(running.values());
    running.delete(report.name);
    reports.push(report);
  } else {
    const [name = ""] = waiting.splice(next, 1);
    running.set(name, runStep(name));
  }
}

/** Whether what a step needs is not in progress, and not about to be. */
function isReady(name: string): boolean {
  const needed = needs[name] ?? "";
  return !waiting.includes(needed) && !running.has(needed);
}

async function runStep(name: string): Promise<StepReport> {
  console.log(`▸ ${name}`);
  const started = performance.now();
  const { ok, output } = await run("sh", ["-c", known[name] ?? ""], {
    cwd: root,
    timeoutMs: name in onRequest ? 1_800_000 : 600_000,
  });
  const seconds = (performance.now() - started) / 1000;
  if (!ok || asked.length > 0) console.log(output.trimEnd());
  console.log(`${ok ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`);
  return { name, ok };
}

mkdirSync(join(root, ".ci/out"), { recursive: true });
writeFileSync(join(root, ".ci/out/check.json"), `${JSON.stringify(reports, undefined, 2)}\n`);
const failed = reports.filter(({ ok }) => !ok).map(({ name }) => name);
console.log(failed.length === 0 ? `All ${reports.length} steps passed.` : `Failed: ${failed.join(", ")}.`);
if (failed.length > 0) process.exitCode = 1;
