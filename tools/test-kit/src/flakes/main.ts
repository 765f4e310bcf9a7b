// `npm run flakes [-- --runs 10] [--under cores,disk,clock] [-- arguments of vitest]`: runs the tests again and again in random order and
// under load, and lists everything that ever failed, with what repeats it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "../read-arguments.ts";
import { type Load, loads, startLoad } from "./load.ts";

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "10" },
    under: { type: "string", default: "nothing,cores,disk,clock" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const under = values.under.split(",");
const unknown = under.filter((name) => !loads.includes(name as Load));
if (unknown.length > 0) {
  console.error(`--under: expected some of ${loads.join(", ")}, found ${unknown.join(", ")}`);
  process.exit(2);
}

const failures = new Map<string, string[]>();
let passed = 0;
for (let run = 0; run < Number(values.runs); run++) {
  const load = under[run % under.length] as Load; // checked above
  const seed = Number(values.seed) + run;
  const started = performance.now();
  const { failed, count } = await runOnce(load, seed);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`run ${run + 1}, under ${load}, seed ${seed}: ${failed.length} of ${count} failed (${seconds} s)`);
  if (failed.length === 0) passed++;
  const again = `npm run flakes -- --runs 1 --under ${load} --seed ${seed}`;
  for (const { name, why } of failed) {
    console.log(`  ${name}\n${why.replace(/^/gm, "    ")}`);
    failures.set(name, [...(failures.get(name) ?? []), again]);
  }
}
console.log(`${passed} of ${values.runs} runs passed.`);
for (const [name, [again, ...more]] of failures) console.log(`failed ${more.length + 1} times: ${name}\n  ${again}`);
process.exitCode = failures.size === 0 ? 0 : 1;

interface Failure {
  readonly name: string;
  readonly why: string;
}

async function runOnce(load: Load, seed: number): Promise<{ failed: readonly Failure[]; count: number }> {
  const folder = mkdtempSync(join(tmpdir(), "a2a-flakes-"));
  const report = join(folder, "tests.json");
  const burden = startLoad(load, folder);
  try {
    const flags = ["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`];
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const child = spawn(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", ...flags, ...reporters, ...positionals],
      {
        cwd: root,
        env: { ...process.env, NO_COLOR: "1", ...burden.env },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const [status] = (await once(child, "close")) as [number | null];
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report; // vitest wrote it
    const cases = testResults.flatMap(({ name, assertionResults, status: ofFile, message }) => {
      const file = name.slice(root.length);
      const own = assertionResults.map(({ fullName, status: ofCase, failureMessages = [] }) => ({
        name: `${file}: ${fullName}`,
        status: ofCase,
        why: failureMessages.join("\n"),
      }));
      return own.length > 0 ? own : [{ name: file, status: ofFile, why: message ?? "" }];
    });
    const failed = cases.filter((each) => each.status === "failed");
    const isUnexplained = status !== 0 && failed.length === 0;
    if (isUnexplained) {
      const at = output.indexOf("Unhandled Errors");
      const why = output.slice(at === -1 ? -2_000 : at).trim();
      failed.push({ name: `the run itself, with status ${status}`, status: "failed", why });
    }
    return { failed, count: cases.length };
  } finally {
    burden.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
