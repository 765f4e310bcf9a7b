import { expect, it } from "vitest";
import { createFixture } from "../fixture.ts";
import { checkFileNames, checkFolderSizes } from "./file-names.ts";

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

it("reports a folder with more than 20 sources, not counting tests, and an unneeded exception", () => {
  const sources = (folder: string, count: number, ending = ".ts") =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/f${n}${ending}`, "export {};\n"]));
  using fixture = createFixture({
    ...sources("packages/a/src", 20),
    ...sources("packages/a/src", 5, ".test.ts"),
    ...sources("packages/b/src/x", 21),
    ...sources("tools/c/src", 22),
  });
  expect(checkFolderSizes(fixture.root, { "tools/c/src": 22, "packages/a/src": 30 })).toEqual([
    { file: "packages/a/src", message: "is no longer crowded: remove it from the exceptions in file-names.ts" },
    { file: "packages/b/src/x", message: "holds 21 sources, more than 20: sort them into folders" },
  ]);
});
