// `npm run check [step …]`: all checks except tests. All steps run, even after a failure, and the results are stored for `.ci/run`.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";
import type { StepReport } from "./tally.ts";

/** A step is a script of the root package.json and its arguments. Cheap ones come first; those after `build` need it. */
const steps: Readonly<Record<string, readonly string[]>> = {
  types: ["typecheck"],
  "lint and format": ["lint"],
  promises: ["lint:promises"],
  boundaries: ["boundaries"],
  forbidden: ["repo-check", "forbidden"],
  layers: ["repo-check", "layers"],
  versions: ["repo-check", "versions"],
  words: ["repo-check", "words"],
  expressions: ["repo-check", "expressions"],
  exports: ["repo-check", "exports"],
  metadata: ["repo-check", "metadata"],
  snippets: ["repo-check", "snippets"],
  "snippets run": ["snippets"],
  "first change": ["repo-check", "first-change"],
  size: ["size"],
  docs: ["docs"],
  build: ["build"],
  declarations: ["repo-check", "declarations"],
  "publint and attw": ["check:pkg"],
  packed: ["repo-check", "packed"],
  "first hour": ["repo-check", "first-hour"],
  published: ["repo-check", "published"],
  "50 kills": ["test:crash"],
  replicas: ["test:replicas"],
  leftovers: ["repo-check", "leftovers"],
  "demo install": ["repo-check", "demo-install"],
  "users and folders": ["repo-check", "users-and-folders"],
};

/** Those that run only if they are asked for: they take long, and the others include what matters most of them. */
const onRequest: typeof steps = {
  anywhere: ["repo-check", "anywhere"],
};

const root = fileURLToPath(new URL("../../..", import.meta.url));
const asked = process.argv.slice(2);
const known = { ...steps, ...onRequest };
const unknown = asked.filter((name) => !(name in known));
if (unknown.length > 0) {
  console.error(`Unknown step "${unknown.join('", "')}": use ${Object.keys(known).join(", ")}.`);
  process.exit(2);
}

const reports: StepReport[] = [];
for (const [name, [script = "", ...args]] of Object.entries(asked.length > 0 ? known : steps)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`▸ ${name}`);
  const started = performance.now();
  const { ok, output } = await run(process.execPath, ["--run", script, "--", ...args], {
    cwd: root,
    timeoutMs: name in onRequest ? 1_800_000 : 600_000,
  });
  const seconds = (performance.now() - started) / 1000;
  if (!ok) console.log(output.trimEnd());
  console.log(`${ok ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`);
  reports.push({ name, ok });
}

mkdirSync(join(root, ".ci/out"), { recursive: true });
writeFileSync(join(root, ".ci/out/check.json"), `${JSON.stringify(reports, undefined, 2)}\n`);
const failed = reports.filter(({ ok }) => !ok).map(({ name }) => name);
console.log(failed.length === 0 ? `All ${reports.length} steps passed.` : `Failed: ${failed.join(", ")}.`);
if (failed.length > 0) process.exitCode = 1;
