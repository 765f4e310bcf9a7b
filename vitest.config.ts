import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const projects = ["packages", "apps", "tools"].flatMap((dir) =>
  readdirSync(dir)
    .map((name) => join(dir, name))
    .filter((path) => existsSync(join(path, "package.json"))),
);

export default defineConfig({
  ssr: { resolve: { conditions: ["@a2a/source"] } },
  test: {
    projects: projects.map((root) => ({
      extends: true,
      root,
      test: { name: root, include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
    })),
    coverage: { provider: "v8", include: ["packages/*/src/**"] },
  },
});
