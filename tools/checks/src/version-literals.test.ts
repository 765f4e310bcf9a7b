import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createFixture } from "./fixture.ts";
import { checkVersionLiterals } from "./version-literals.ts";

const PLANTED = 'export const isOld = (version: string) => version === "0.3";\n';

describe("version literals", () => {
  it.each([
    ["a comparison", PLANTED],
    ["a version that does not exist yet", 'if (codec.version === "1.1") go();\n'],
    ["a template", "const version = `0.2`;\n"],
    ["the codec of a version", 'import { v0_1 } from "@a2a/bridge/v0_1";\n'],
    ["the codec of a version, loaded later", 'const codec = await import("@a2a/bridge/v1_0");\n'],
  ])("refuses %s", (_, source) => {
    using fixture = createFixture({ "packages/server/src/webhooks/deliver.ts": `// first line\n${source}` });
    expect(checkVersionLiterals(fixture.root)).toMatchObject([
      { file: "packages/server/src/webhooks/deliver.ts", line: 2 },
    ]);
  });

  it.each([
    "packages/bridge/src/versions/v0_3.ts",
    "packages/types/src/versions/known-versions.ts",
    "packages/bridge/src/cards.ts",
    "packages/cli/src/commands/convert.ts",
    "packages/server/src/webhooks/deliver.test.ts",
    "packages/server/test/webhooks/delivery.test.ts",
    "docs/versions.md",
  ])("accepts them in %s", (file) => {
    using fixture = createFixture({ [file]: PLANTED });
    expect(checkVersionLiterals(fixture.root)).toEqual([]);
  });

  it("accepts comments and the versions of agents and packages", () => {
    const source = '/** Default `"1.0"`. */\nconst version = "1.0.0"; // not "1.0"\n';
    using fixture = createFixture({ "packages/card/src/build/build-card.ts": source });
    expect(checkVersionLiterals(fixture.root)).toEqual([]);
  });
});

it("finds a literal planted in this repository's own sources", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  using fixture = createFixture({ "packages/server/src/calls/planted.ts": PLANTED });
  expect(checkVersionLiterals(fixture.root)).toHaveLength(1);
  expect(checkVersionLiterals(root)).toEqual([]);
});
