import { expect, it } from "vitest";
import { checkDeclarations } from "./declarations.ts";
import { createFixture, manifest } from "./fixture.ts";

function check(files: Record<string, string>) {
  using fixture = createFixture({
    "packages/types/package.json": manifest("@a2a/types"),
    "packages/types/src/index.ts": "/** One. */\nexport const one = 1;\n",
    ...files,
  });
  return checkDeclarations(fixture.root);
}

it("finds `any` as a type, in chunks too, but not as a word", () => {
  const findings = check({
    "packages/types/dist/index.d.ts": '/** Takes any value. */\nexport declare const any: "any";\n',
    "packages/types/dist/chunk-1.d.ts": "export type Loose = {\n  value: Map<string, any>;\n};\n",
  });
  expect(findings).toEqual([
    { file: "packages/types/dist/chunk-1.d.ts", line: 2, message: "says `any`: value: Map<string, any>;" },
  ]);
});

it("fails when nothing was built", () => {
  expect(check({}).map(({ file }) => file)).toEqual(["packages/types/dist/index.d.ts"]);
});
