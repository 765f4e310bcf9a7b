// Runs before every test file: processes that a test has started end with it, and those of hooks end with the file.
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { afterAll, beforeEach } from "vitest";
import { stepClock } from "./clock-steps.ts";
import { testInProgress } from "./test-in-progress.ts";

const GRACE_MS = 2_000;

// A run of `npm run flakes`.
if (process.env.TEST_CLOCK_STEPS !== undefined) stepClock();

/** The processes that run, with the id of the test that started them. Those of hooks have none. */
const running = new Map<ChildProcess, string | undefined>();

const onStart = (message: unknown) => {
  const { process: child } = message as { process: ChildProcess }; // as the channel is documented
  running.set(child, testInProgress.getStore());
  child.once("exit", () => running.delete(child));
};
subscribe("child_process", onStart);

beforeEach(({ task, onTestFinished }) => {
  // Registered before what the test registers, hence called after it.
  onTestFinished(() => end([...running.keys()].filter((child) => running.get(child) === task.id)));
});

afterAll(async () => {
  await end([...running.keys()]);
  unsubscribe("child_process", onStart);
});

async function end(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      // The compiler of esbuild serves all tests of a worker, and ends with it.
      if (child.spawnargs.some((argument) => argument.startsWith("--service="))) return;
      const exited = once(child, "exit");
      child.kill();
      const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
      await exited;
      clearTimeout(timer);
    }),
  );
}
