import { type RunnerTask, type RunnerTestCase, TestRunner } from "vitest";
import { type Need, needsOf } from "./needs.ts";
import { testInProgress } from "./test-in-progress.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Why the tests of a file could not run on this machine. */
    missing?: { readonly need: Need; readonly problem: string };
  }
}

/** Skips the files that need what this machine lacks, which the reporter names at the end, and knows which test starts a process. */
export default class A2aRunner extends TestRunner {
  override async onBeforeRunSuite(suite: Parameters<TestRunner["onBeforeRunSuite"]>[0]): Promise<void> {
    if ("filepath" in suite && typeof suite.filepath === "string") {
      for (const need of needsOf(suite.filepath)) {
        const problem = await problemOf(need);
        if (problem === undefined) continue;
        suite.meta.missing = { need, problem };
        skip(suite);
      }
    }
    await super.onBeforeRunSuite(suite);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    await testInProgress.run(test.id, async () => TestRunner.getTestFn(test)());
  }
}

async function problemOf(need: Need): Promise<string | undefined> {
  if (need === "PostgreSQL") return process.env.A2A_TEST_NO_POSTGRES;
  const { findBrowser } = await import("../find-browser.ts");
  return findBrowser().then(
    () => undefined,
    (error: Error) => error.message,
  );
}

function skip(task: RunnerTask): void {
  task.mode = "skip";
  if ("tasks" in task) for (const child of task.tasks) skip(child);
}
