import { expect, it } from "vitest";
import { createFixture } from "../fixture.ts";
import { checkFolderCycles } from "./folder-cycles.ts";

function check(files: Record<string, string>) {
  using fixture = createFixture(files);
  return checkFolderCycles(fixture.root);
}

const straight = {
  "packages/card/src/index.ts": 'export { build } from "./build/build.ts";\n',
  "packages/card/src/build/build.ts": 'import type { Card } from "../model/card.ts";\n',
  "packages/card/src/model/card.ts": 'import { version } from "../index.ts";\nimport "node:fs";\n',
};

it("accepts folders that import in one direction, and imports of entry points", () => {
  expect(check(straight)).toEqual([]);
});

it("reports a cycle of types, through a third folder, once", () => {
  const files = {
    ...straight,
    "packages/card/src/model/card.ts": 'import type { Rule } from "../lint/rule.ts";\n',
    "packages/card/src/lint/rule.ts": 'export type { Built } from "../build/build.ts";\n',
  };
  expect(check(files)).toEqual([
    {
      file: "packages/card/src/build/build.ts",
      message: "folders import each other: build → model (build.ts), model → lint (card.ts), lint → build (rule.ts)",
    },
  ]);
});

it("treats a folder and one inside it as two", () => {
  const files = {
    "packages/card/src/lint/lint.ts": 'import { rule } from "./rules/rule.ts";\n',
    "packages/card/src/lint/rules/rule.ts": 'import { view } from "../view.ts";\n',
    "packages/card/src/lint/view.ts": "export const view = 1;\n",
  };
  expect(check(files)).toHaveLength(1);
});

it("ignores tests and lazy imports", () => {
  const files = {
    ...straight,
    "packages/card/src/model/card.test.ts": 'import { build } from "../build/build.ts";\n',
    "packages/card/src/model/table.ts": 'export const load = () => import("../build/build.ts");\n',
  };
  expect(check(files)).toEqual([]);
});
