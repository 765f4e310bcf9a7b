import { expect, it } from "vitest";
import { createFixture, manifest } from "../fixture.ts";
import { checkMetadata } from "./metadata.ts";

const repository = "https://code.example/a2a";
const root = { private: true, license: "Apache-2.0", repository };

const complete = (name: string) => ({
  ...manifest(`@a2a/${name}`, { files: ["dist", "src"] }),
  description: "Does things.",
  author: "The authors",
  keywords: ["a2a"],
  homepage: `${repository}/tree/main/packages/${name}#readme`,
  bugs: `${repository}/issues`,
  repository: { type: "git", url: `git+${repository}.git`, directory: `packages/${name}` },
  publishConfig: { access: "public", provenance: true },
  dependencies: { "@a2a/types": "workspace:^", jose: "catalog:ranges" },
});

it("accepts manifests that are complete, and names what others lack", () => {
  const { author: _, ...anonymous } = complete("card");
  using fixture = createFixture({
    "package.json": root,
    "packages/bridge/package.json": complete("bridge"),
    "packages/card/package.json": {
      ...anonymous,
      engines: { node: ">=18" },
      files: ["dist"],
      dependencies: { jose: "catalog:" },
      bugs: "https://elsewhere.example",
    },
  });
  expect(checkMetadata(fixture.root).map(({ file, message }) => `${file} ${message}`)).toEqual([
    `packages/card/package.json bugs is "https://elsewhere.example": expected "${repository}/issues"`,
    'packages/card/package.json engines.node is ">=18": expected ">=22"',
    "packages/card/package.json author is missing",
    'packages/card/package.json dependencies.jose is "catalog:": expected "catalog:ranges", or a range',
    'packages/card/package.json exports["."] names ./src/index.ts, which "files" leaves out',
  ]);
});
