import { expect, it } from "vitest";
import { createFixture } from "./fixture.ts";
import { checkForbidden } from "./forbidden.ts";

// Assembled here, so that this file passes the check it tests.
const slash = "/";
const samples = {
  "a registry": `https:${slash}${slash}registry.example.org/left-pad`,
  "a registry without scheme": ["registry", "npmjs", "org"].join("."),
  "a registry setting": `${"registry"} = example.org`,
  "a tarball": `https:${slash}${slash}files.example.org/a-1.0.0.${"tgz"}`,
  "a path of this machine": `see "${slash}root${slash}notes.txt"`,
  "a home folder": `cd ${slash}home${slash}ada`,
};

it.each(Object.entries(samples))("reports %s with its line", (_name, text) => {
  using fixture = createFixture({ "docs/notes.md": `first line\n${text}\n` });
  expect(checkForbidden(fixture.root)).toMatchObject([{ file: "docs/notes.md", line: 2 }]);
});

it("accepts similar text, and skips installed, built and binary files", () => {
  const path = `${slash}home${slash}ada`;
  using fixture = createFixture({
    "README.md": `https:${slash}${slash}agent.example${slash}home${slash}, .${path}, the npm registry = a service\n`,
    "node_modules/a/index.js": path,
    "packages/types/dist/index.js.map": path,
    "logo.png": `\0${path}`,
  });
  expect(checkForbidden(fixture.root)).toEqual([]);
});
