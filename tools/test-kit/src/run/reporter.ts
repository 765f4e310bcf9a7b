import type { Reporter, TestModule } from "vitest/node";
import type { Need } from "./needs.ts";

/** Ends a run with one line for each thing that this machine lacks. On a build server, that is a failure. */
export default class NeedsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lacks = new Map<Need, { problem: string; files: number; tests: number }>();
    for (const module of modules) {
      const { missing } = module.meta();
      if (!missing) continue;
      const lack = lacks.get(missing.need) ?? { problem: missing.problem, files: 0, tests: 0 };
      lack.files++;
      lack.tests += [...module.children.allTests()].length;
      lacks.set(missing.need, lack);
    }
    for (const [need, { problem, files, tests }] of lacks) {
      console.error(`Not run for lack of ${need}: ${tests} test(s) in ${files} file(s). ${problem}`);
    }
    if (lacks.size > 0 && process.env.CI) process.exitCode = 1;
  }
}
