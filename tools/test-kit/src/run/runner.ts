import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from "vitest";
import { type Need, needs } from "./needs.ts";
import { testInProgress } from "./test-in-progress.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Why the tests of a file could not run on this machine. */
    missing?: { readonly need: Need; readonly problem: string };
  }
}

/** Skips the files that need what this machine lacks, which the reporter names at the end, and knows which test starts a process. */
export default class A2aRunner extends TestRunner {
  override onCollectStart(file: RunnerTestFile): void {
    needs.clear();
    super.onCollectStart(file);
  }

  override async onBeforeRunSuite(suite: Parameters<TestRunner["onBeforeRunSuite"]>[0]): Promise<void> {
    if ("filepath" in suite) {
      for (const need of needs) {
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
