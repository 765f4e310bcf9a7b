import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { beginRun } from "./tools/test-kit/src/run/begin-run.ts";
import LongestFirst from "./tools/test-kit/src/run/sequencer.ts";

beginRun();

const inRoot = (path: string) => join(import.meta.dirname, path);
const ofRun = (name: string) => inRoot(`tools/test-kit/src/run/${name}`);

/** Every package of the workspace, by its path from here: that path is also the name of its project. */
const packages = ["packages", "apps", "tools"]
  .filter((folder) => existsSync(inRoot(folder)))
  .flatMap((folder) => readdirSync(inRoot(folder)).map((name) => `${folder}/${name}`))
  .filter((path) => existsSync(inRoot(`${path}/package.json`)));

const testsIn = (path: string) => ({ include: [`${path}/src/**/*.test.ts`, `${path}/test/**/*.test.ts`] });

/** A run of all packages is one project: its workers load shared modules once, and no core waits for the last test of a package. */
const isSelective = process.argv.some((argument) => argument.startsWith("--project"));
const isShuffled = process.argv.some((argument) => argument.startsWith("--sequence.shuffle"));

export default defineConfig({
  ssr: { resolve: { conditions: ["@a2a/source", "node"] } },
  test: {
    // Generous: a time-out only ends what hangs, on however slow a machine; no test is about speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    // One more than cores, since some tests wait for browsers, databases and other processes.
    maxWorkers: availableParallelism() + 1,
    runner: ofRun("runner.ts"),
    ...(!isShuffled && { sequence: { sequencer: LongestFirst } }),
    reporters: ["default", ofRun("reporter.ts")],
    // Test files share the modules that they load, which takes half the time.
    isolate: false,
    globalSetup: ofRun("postgres.ts"),
    setupFiles: [ofRun("setup-file.ts"), inRoot("vitest.seed.ts"), inRoot("vitest.forget.ts")],
    ...(isSelective
      ? { projects: packages.map((path) => ({ extends: true as const, test: { name: path, ...testsIn(path) } })) }
      : testsIn("{packages,apps,tools}/*")),
    coverage: { provider: "v8", include: ["packages/*/src/**"] },
  },
});
