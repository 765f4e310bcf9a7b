import { expect, it } from "vitest";
import { createFixture, manifest } from "./fixture.ts";
import { checkLayers } from "./layers.ts";
import type { Manifest } from "./workspace.ts";

const tags: Record<string, string> = {
  types: "layer-types",
  bridge: "layer-bridge",
  client: "layer-agent",
  server: "layer-agent",
};

/** A workspace of packages that declare `dependencies` on one another, with the given files. */
function check(files: Record<string, string>, manifests: Record<string, Partial<Manifest>>) {
  const written: Record<string, string | object> = { ...files };
  for (const [name, changes] of Object.entries(manifests)) {
    written[`packages/${name}/package.json`] = manifest(`@a2a/${name}`, changes);
    written[`packages/${name}/turbo.json`] ??= { extends: ["//"], tags: [tags[name]] };
  }
  using fixture = createFixture(written);
  return checkLayers(fixture.root);
}

it("accepts imports that go down the layers", () => {
  const files = {
    "packages/bridge/src/index.ts": 'import type { Part } from "@a2a/types";\nimport { read } from "./read.ts";\n',
    "packages/bridge/src/read.ts": 'import { open } from "node:fs";\n',
  };
  expect(check(files, { types: {}, bridge: { dependencies: { "@a2a/types": "workspace:^" } } })).toEqual([]);
});

it("reports an import that goes up, with file and line", () => {
  const files = { "packages/types/src/index.ts": '\nexport { codec } from "@a2a/bridge";\n' };
  const findings = check(files, { bridge: {}, types: { dependencies: { "@a2a/bridge": "workspace:^" } } });
  expect(findings).toEqual([
    {
      file: "packages/types/src/index.ts",
      line: 2,
      message: "@a2a/types may not import @a2a/bridge: it builds on nothing",
    },
  ]);
});

it.each([
  ["client", "server"],
  ["server", "client"],
])("keeps %s away from %s, in sources and in tests", (from, to) => {
  const specifier = `@a2a/${to}`;
  const files = {
    [`packages/${from}/src/index.ts`]: `export const load = () => import("${specifier}/core");\n`,
    [`packages/${from}/test/both.test.ts`]: `import "${specifier}";\n`,
  };
  const findings = check(files, { [to]: {}, [from]: { dependencies: { [specifier]: "workspace:^" } } });
  expect(findings.map(({ file }) => file)).toEqual([
    `packages/${from}/src/index.ts`,
    `packages/${from}/test/both.test.ts`,
  ]);
});

it("reports a relative import that leaves its package", () => {
  const files = { "packages/bridge/src/index.ts": 'import "../../types/src/index.ts";\n' };
  expect(check(files, { bridge: {} })[0]?.message).toContain("leaves the package");
});

it("reports sources that import packages reserved for tests", () => {
  const files = {
    "packages/types/src/index.ts": 'import "fast-check";\n',
    "packages/types/src/index.test.ts": 'import "fast-check";\nimport "undeclared";\n',
  };
  const findings = check(files, { types: { devDependencies: { "fast-check": "1.0.0" } } });
  expect(findings.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'packages/types/src/index.test.ts: "undeclared" is not among the dependencies or devDependencies of @a2a/types',
    'packages/types/src/index.ts: "fast-check" is not among the dependencies of @a2a/types',
  ]);
});

it("lets tests, but not sources, use the tools", () => {
  const files = {
    "tools/test-kit/package.json": JSON.stringify({ name: "test-kit", private: true }),
    "packages/types/src/index.ts": 'import "test-kit";\n',
    "packages/types/test/socket.test.ts": 'import "test-kit";\n',
  };
  const findings = check(files, { types: { dependencies: { "test-kit": "workspace:*" } } });
  expect(findings.map(({ file }) => file)).toEqual(["packages/types/src/index.ts"]);
});

it("reports a package without a layer, and one with a wrong tag for turbo", () => {
  const findings = check({ "packages/types/turbo.json": '{ "extends": ["//"] }' }, { types: {}, newcomer: {} });
  expect(findings.map(({ file }) => file)).toEqual(["packages/newcomer", "packages/types/turbo.json"]);
});
