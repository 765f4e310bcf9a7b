import { expect, it } from "vitest";
import { createFixture, manifest } from "../fixture.ts";
import type { Manifest } from "../workspace.ts";
import { checkPacked } from "./packed.ts";

function builtPackage(name: string, code: string, types: string, changes: Partial<Manifest> = {}) {
  const folder = `packages/${name}`;
  return {
    [`${folder}/package.json`]: manifest(`@a2a/${name}`, changes),
    [`${folder}/README.md`]: `# ${name}\n`,
    [`${folder}/LICENSE`]: "Licence\n",
    [`${folder}/src/index.ts`]: "",
    [`${folder}/dist/index.js`]: code,
    [`${folder}/dist/index.d.ts`]: types,
  };
}

it("accepts self-contained packages, and reports what others lack", async () => {
  const { "packages/bare/LICENSE": _licence, ...bare } = builtPackage("bare", "", "export type Broken = Missing;\n");
  using fixture = createFixture({
    "package.json": { private: true },
    "pnpm-workspace.yaml": "packages: [packages/*]\n",
    ...builtPackage("types", "export const one = 1;\n", "export declare const one: number;\n"),
    ...builtPackage("bridge", 'export { one } from "@a2a/types";\n', 'export { one } from "@a2a/types";\n', {
      dependencies: { "@a2a/types": "1.0.0" },
    }),
    ...builtPackage("card", 'import "@a2a/types";\n', "export {};\n"),
    ...bare,
  });
  const findings = (await checkPacked(fixture.root)).map(({ file, message }) => `${file} ${message}`);
  expect(findings).toEqual([
    "packages/bare the tarball holds no LICENSE",
    expect.stringContaining("Cannot find name 'Missing'"),
    expect.stringContaining("packages/card @a2a/card does not load: Cannot find package '@a2a/types'"),
  ]);
});
