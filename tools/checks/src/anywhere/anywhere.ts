import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../finding.ts";
import { run } from "../run.ts";
import { CASES, type Case } from "./cases.ts";
import { createClone, handOver } from "./clone.ts";
import { leftOf } from "./traces.ts";

/** Tests that need PostgreSQL, a browser, a server and the command line. */
const TESTS = ["--project=packages/cli", "store", "inspect-page", "help"];
const LEFT_MS = 10_000;

/** The cases in which the suite once failed. */
export function checkWhereItFailed(root: string): Promise<Finding[]> {
  return checkCases(
    root,
    CASES.filter(({ always }) => always),
  );
}

/** `npm test` works for every user in every folder: it runs a part of the tests in fresh clones, each of them a case of its own. */
export function checkAnywhere(root: string, cases: readonly Case[] = CASES): Promise<Finding[]> {
  return checkCases(root, cases);
}

async function checkCases(root: string, cases: readonly Case[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  let kept: string | undefined;
  for (const [index, one] of cases.entries()) {
    if (one.asRoot && process.getuid?.() !== 0) {
      console.log(`  not tried, since only root can: ${one.name}`);
      continue;
    }
    const started = performance.now();
    const place = kept ?? (await createPlace());
    kept = cases[index + 1]?.takesOver ? place : undefined;
    const problems = await checkCase(root, one, place);
    if (kept === undefined) await rm(place, { recursive: true, force: true });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  ${problems.length === 0 ? "✓" : "✗"} ${one.name} (${seconds} s)`);
    findings.push(...problems.map((problem) => ({ file: "package.json", message: `${one.name}: ${problem}` })));
  }
  return findings;
}

async function createPlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), "a2a-anywhere-"));
  chmodSync(place, 0o755);
  return place;
}

async function checkCase(root: string, one: Case, place: string): Promise<string[]> {
  const numbers = Array.from({ length: one.clones ?? 1 }, (_, index) => index);
  const problems = await Promise.all(
    numbers.map((number) =>
      tryClone(root, one, join(place, `${number}`)).catch((error: Error) => [`the clone failed: ${error.message}`]),
    ),
  );
  return problems.flat();
}

async function tryClone(root: string, one: Case, place: string): Promise<string[]> {
  const { folder = "clone", mode = 0o755, user, umask = 0o022, within = [], lacks = [] } = one;
  mkdirSync(place, { mode: 0o755, recursive: true });
  const temporary = join(place, "temporary");
  mkdirSync(temporary, { recursive: true });
  chmodSync(temporary, one.temporaryMode ?? 0o1777);
  const home = join(place, "home");
  if (one.homeMode !== undefined) mkdirSync(home, { mode: one.homeMode });
  const clone = join(place, "clones", folder);
  if (one.takesOver && existsSync(clone)) await handOver(clone, { mode, user });
  else await createClone(root, { folder: clone, mode, user, umask });
  if (one.without) removePackages(clone, one.without);
  const command = ["sh", "-c", `umask ${umask.toString(8)}; exec "$@"`, "sh", "npm", "test", "--", ...TESTS];
  const [program = "", ...args] = [...within, ...command];
  const { TEST_RUN_MARK: _, CI: __, ...env } = process.env;
  const { ok, output } = await run(program, args, {
    cwd: clone,
    env: { ...env, NO_COLOR: "1", TMPDIR: temporary, ...(one.homeMode && { HOME: home }), ...one.env },
    user,
    timeoutMs: 300_000,
  });
  const said = output.split("\n").filter((line) => line.startsWith("Not run for lack of "));
  const isComplete = lacks.length === said.length && lacks.every((lack) => said.some((line) => line.includes(lack)));
  return [
    ...(ok && /Tests .*\d+ passed/.test(output) ? [] : [`the tests failed:\n${output}`]),
    ...(isComplete ? [] : [`expected one line about each of [${lacks}], found [${said.join("; ")}]`]),
    ...(await leftOf(temporary, LEFT_MS)).map((left) => `left behind: ${left}`),
  ];
}

function removePackages(folder: string, pattern: RegExp): void {
  const store = join(folder, "node_modules/.pnpm");
  for (const name of readdirSync(store).filter((each) => pattern.test(each))) {
    rmSync(join(store, name), { recursive: true });
  }
}
