import { expect, it } from "vitest";
import { checkExports } from "./exports.ts";
import { createFixture, manifest } from "./fixture.ts";
import type { Manifest } from "./workspace.ts";

function check(files: Record<string, string>, changes: Partial<Manifest> = {}) {
  using fixture = createFixture({
    "packages/types/package.json": manifest("@a2a/types", changes),
    "packages/types/README.md": "# types\n",
    "packages/types/src/index.ts": "/** One. */\nexport const one = 1;\n",
    ...files,
  });
  return checkExports(fixture.root).map(({ file, line, message }) => `${file}:${line ?? ""} ${message}`);
}

it("accepts a valid package", () => {
  expect(check({ "packages/types/src/index.test.ts": "", "packages/types/src/room/inner.ts": "export {};" })).toEqual(
    [],
  );
});

it.each<[string, Partial<Manifest>]>([
  ["type", { type: "commonjs" }],
  ["sideEffects", { sideEffects: true }],
  ["license", { license: "" }],
  ["engines", { engines: {} }],
  ["files", { files: ["src"] }],
])("reports a wrong %s", (member, changes) => {
  const findings = check({}, changes);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(`"${member}`);
});

it("reports a missing README", () => {
  using fixture = createFixture({
    "packages/types/package.json": manifest("@a2a/types"),
    "packages/types/src/index.ts": "/** One. */\nexport const one = 1;\n",
  });
  expect(checkExports(fixture.root).map(({ file }) => file)).toEqual(["packages/types/README.md"]);
});

it("reports unlisted and missing entry points, and conditions in the wrong order", () => {
  const exports = {
    ".": { types: "./dist/index.d.ts", "@a2a/source": "./src/index.ts", default: "./dist/index.js" },
    "./gone": { "@a2a/source": "./src/gone.ts", types: "./dist/gone.d.ts", default: "./dist/gone.js" },
    "./package.json": "./package.json",
  };
  const findings = check({ "packages/types/src/errors.ts": "/** Two. */\nexport const two = 2;\n" }, { exports });
  expect(findings).toHaveLength(3);
  expect(findings.join("\n")).toMatch(/lacks "\.\/errors"[\s\S]*has "\.": [\s\S]*lists "\.\/gone"/);
});

it("does not treat a program started by `bin` as an entry point", () => {
  expect(check({ "packages/types/src/main.ts": "console.log(1);\n" }, { bin: { a2a: "./dist/main.js" } })).toEqual([]);
});

it("follows re-exports to a declaration without doc comment, and reports it once", () => {
  const files = {
    "packages/types/src/index.ts": 'export { first, second as renamed, type Third } from "./room/all.ts";\n',
    "packages/types/src/room/all.ts": 'export { first, second, type Third } from "./each.ts";\n',
    "packages/types/src/room/each.ts":
      "/** Documented. */\nexport const first = 1;\n// not a doc comment\nexport function second() {}\nexport interface Third {}\n",
  };
  expect(check(files)).toEqual([
    'packages/types/src/room/each.ts:4 "renamed" is exported from @a2a/types and has no doc comment',
    'packages/types/src/room/each.ts:5 "Third" is exported from @a2a/types and has no doc comment',
  ]);
});

it("checks each name of a namespace", () => {
  const files = {
    "packages/types/src/index.ts": 'export * as v0_3 from "./room/v0_3.ts";\n',
    "packages/types/src/room/v0_3.ts": "/** Documented. */\nexport const first = 1;\n\nexport const second = 2;\n",
  };
  expect(check(files)).toEqual([
    'packages/types/src/room/v0_3.ts:4 "second" is exported from @a2a/types, v0_3 and has no doc comment',
  ]);
});

it("reports entry points that export nothing or everything", () => {
  expect(check({ "packages/types/src/index.ts": "export {};\n" })[0]).toContain("exports nothing");
  const files = {
    "packages/types/src/index.ts": 'export * from "./room/all.ts";\n',
    "packages/types/src/room/all.ts": "/** One. */\nexport const one = 1;\n",
  };
  expect(check(files)[0]).toContain("list the names");
});
