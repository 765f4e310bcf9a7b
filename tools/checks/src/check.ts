// `npm run check [step …]`: all checks except tests, as many at a time as there are cores. All steps run, even after a failure, and the
// results are stored for `.ci/run`.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";
import type { StepReport } from "./tally.ts";

const finds = (name: string) => `node tools/checks/src/main.ts ${name}`;
const faults = "node --conditions=@a2a/source --no-warnings tools/faults/src/main.ts";

/** The steps with their commands: cheap ones first, and what others need early. */
const steps: Readonly<Record<string, string>> = {
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
  build: "turbo run build",
  snippets: finds("snippets"),
  "snippets run": "node --conditions=@a2a/source tools/docs/src/main.ts run",
  "first change": finds("first-change"),
  size: "node tools/checks/src/size/main.ts",
  docs: "node tools/docs/src/main.ts site",
  accessibility: "node --conditions=@a2a/source --no-warnings tools/docs/src/main.ts measure --quick",
  declarations: finds("declarations"),
  "publint and attw": "turbo run check:pkg",
  packed: finds("packed"),
  "first hour": finds("first-hour"),
  published: finds("published"),
  "50 kills": `${faults} crash`,
  replicas: `${faults} replicas`,
  leftovers: finds("leftovers"),
  "demo install": finds("demo-install"),
  "users and folders": finds("users-and-folders"),
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
const begun = new Map<string, Promise<StepReport>>();
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
const reports = await Promise.all(begun.values());

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const report = runStep(name);
    begun.set(name, report);
    await report;
  }
}

async function runStep(name: string): Promise<StepReport> {
  await begun.get(needs[name] ?? "");
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
