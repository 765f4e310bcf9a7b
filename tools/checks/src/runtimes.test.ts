import { expect, it } from "vitest";
import { createFixture, manifest } from "./fixture.ts";
import { checkRuntimes } from "./runtimes.ts";

function check(files: Record<string, string>) {
  using fixture = createFixture({
    "packages/http/package.json": manifest("@a2a/http"),
    "packages/server/package.json": manifest("@a2a/server"),
    ...files,
  });
  return checkRuntimes(fixture.root);
}

it("lets Node entry points use Node", () => {
  const files = {
    "packages/server/src/index.ts": 'export { handler } from "./handler/handler.ts";\n',
    "packages/server/src/handler/handler.ts": "export const handler = 1;\n",
    "packages/server/src/sqlite.ts": 'import "node:sqlite";\nimport "undici";\n',
    "packages/server/src/index.test.ts": 'import "node:fs";\n',
  };
  expect(check(files)).toEqual([]);
});

it.each(["node:sqlite", "fs/promises", "undici"])(
  "reports %s behind a neutral entry point, with the import path",
  (specifier) => {
    const files = {
      "packages/server/src/index.ts": 'export * from "./engine/engine.ts";\n',
      "packages/server/src/engine/engine.ts": `\nexport const load = () => import("${specifier}");\n`,
    };
    const [finding, ...others] = check(files);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ file: "packages/server/src/engine/engine.ts", line: 2 });
    expect(finding?.message).toContain("packages/server/src/index.ts → packages/server/src/engine/engine.ts");
  },
);

it("follows imports into other packages", () => {
  const files = {
    "packages/http/src/node.ts": 'import "node:net";\n',
    "packages/server/src/index.ts": 'import type { Socket } from "@a2a/http/node";\n',
  };
  expect(check(files).map(({ file }) => file)).toEqual(["packages/http/src/node.ts"]);
});
