import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { beginRun } from "./tools/test-kit/src/run/begin-run.ts";

beginRun();

/** Every package of the workspace, by its path from here: that path is also the name of its project. */
const projects = ["packages", "apps", "tools"]
  .filter((folder) => existsSync(join(import.meta.dirname, folder)))
  .flatMap((folder) => readdirSync(join(import.meta.dirname, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => existsSync(join(import.meta.dirname, path, "package.json")));

/** Those whose tests share a PostgreSQL server. */
const POSTGRES = new Set(["packages/postgres", "packages/gateway", "packages/cli", "tools/interop"]);

const ofRun = (name: string) => join(import.meta.dirname, "tools/test-kit/src/run", name);

function uses(path: string, name: string): boolean {
  return readFileSync(join(import.meta.dirname, path, "package.json"), "utf8").includes(`"${name}"`);
}

export default defineConfig({
  ssr: { resolve: { conditions: ["@a2a/source", "node"] } },
  test: {
    // Generous: a time-out only ends what hangs, on however slow a machine; no test is about speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: "100%",
    runner: ofRun("runner.ts"),
    reporters: ["default", ofRun("reporter.ts")],
    projects: projects.map((path) => ({
      extends: true,
      root: join(import.meta.dirname, path),
      test: {
        name: path,
        include: ["src/**/*.test.ts", "test/**/*.test.ts"],
        // Test files share the modules that they load, which takes half the time.
        isolate: false,
        globalSetup: [
          ...["test/global-setup.ts"].filter((file) => existsSync(join(import.meta.dirname, path, file))),
          ...(POSTGRES.has(path) ? [ofRun("postgres.ts")] : []),
        ],
        setupFiles: [
          ofRun("setup-file.ts"),
          ...(uses(path, "fast-check") ? [join(import.meta.dirname, "vitest.seed.ts")] : []),
          ...(uses(path, "@a2a/client") ? [join(import.meta.dirname, "vitest.forget.ts")] : []),
        ],
      },
    })),
    coverage: { provider: "v8", include: ["packages/*/src/**"] },
  },
});
