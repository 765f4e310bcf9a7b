import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Finding } from "../finding.ts";
import { leftOf, processesOf } from "./traces.ts";

/** Tests that start programs of ours, programs of others, PostgreSQL and a browser. */
const PART = ["--project=packages/cli", "--project=packages/gateway", "--project=packages/inspector"];
const FILES = ["store", "inspect-page", "terminal", "postgres-routes", "resuming", "reconnect"];
const FILE = "vitest.config.ts";

/** A run that fails has to end this long after its summary, and a killed one has to be cleaned up in that time. */
const GRACE_MS = 10_000;

/**
 * Runs a part of the suite whose tests time out, and kills the runner of another: neither may leave a process or a file, and with the
 * processes go their sockets.
 */
export async function checkLeftovers(root: string): Promise<Finding[]> {
  if (process.platform !== "linux") return [{ file: FILE, message: "leftovers: only Linux shows what runs" }];
  return [...(await failingRun(root)), ...(await killedRun(root))];
}

/** Every test that starts a process takes longer than it may. */
async function failingRun(root: string): Promise<Finding[]> {
  using place = temporaryFolder();
  const runner = startSuite(root, place.path, ["--testTimeout=150", "--hookTimeout=20000"]);
  let output = "";
  let summarized = 0;
  for (const stream of [runner.stdout, runner.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += String(chunk);
      if (summarized === 0 && /^\s*Duration /m.test(output)) summarized = performance.now();
    });
  }
  const [status] = (await once(runner, "close")) as [number | null];
  const tookMs = performance.now() - summarized;
  const failed = Number(/Tests\s+(\d+) failed/.exec(output)?.[1] ?? 0);
  return [
    ...(failed === 0 || summarized === 0 ? [`no test failed, so nothing was tried:\n${output}`] : []),
    ...(status === 1 ? [] : [`a run with ${failed} failures ended with ${status} instead of 1`]),
    ...(tookMs > GRACE_MS ? [`it ended ${Math.round(tookMs / 1000)} s after its summary`] : []),
    ...(await leftOf(place.path, GRACE_MS)).map((left) => `left by tests that failed: ${left}`),
  ].map(toFinding);
}

/** The runner dies while PostgreSQL, a browser and agents run. */
async function killedRun(root: string): Promise<Finding[]> {
  using place = temporaryFolder();
  const runner = startSuite(root, place.path, []);
  runner.stdout?.resume();
  runner.stderr?.resume();
  const closed = once(runner, "exit");
  const missing = new Set(["postgres", "chromium", "main"]);
  while (missing.size > 0 && runner.exitCode === null) {
    const commands = processesOf(place.path).map(({ command }) => command);
    for (const name of missing) if (commands.some((command) => command.includes(name))) missing.delete(name);
    await pause(20);
  }
  runner.kill("SIGKILL");
  await closed;
  return [
    ...(missing.size > 0 ? [`no process of ${[...missing].join(", ")} was seen, so its end was not tried`] : []),
    ...(await leftOf(place.path, GRACE_MS)).map((left) => `left by a runner that was killed: ${left}`),
  ].map(toFinding);
}

function startSuite(root: string, folder: string, flags: readonly string[]): ChildProcess {
  const { TEST_RUN_MARK: _, ...env } = process.env;
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  return spawn(process.execPath, [vitest, "run", ...PART, ...FILES, ...flags], {
    cwd: root,
    env: { ...env, TMPDIR: folder, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "a2a-leftovers-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const toFinding = (message: string): Finding => ({ file: FILE, message });
