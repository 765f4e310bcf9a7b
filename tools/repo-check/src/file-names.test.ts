import { expect, it } from "vitest";
import { checkFileNames } from "./file-names.ts";
import { createFixture } from "./fixture.ts";

it("reports an empty file and a name that would need quoting", () => {
  using fixture = createFixture({ ":memory:": "", "docs/my notes.md": "text\n", "src/x.ts": "" });
  const name = "has an odd name: use letters, digits, and the characters . _ - @ +";
  expect(checkFileNames(fixture.root)).toEqual([
    { file: ":memory:", message: name },
    { file: ":memory:", message: "is empty: delete it" },
    { file: "docs/my notes.md", message: name },
    { file: "src/x.ts", message: "is empty: delete it" },
  ]);
});

it("accepts names with plain characters", () => {
  using fixture = createFixture({ "packages/types/src/v0_3.ts": "export {};\n", ".ci/run": "exit\n" });
  expect(checkFileNames(fixture.root)).toEqual([]);
});
