import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { configFileNames, findConfigFile } from "./find-config-file.ts";

const root = mkdtempSync(join(tmpdir(), "a2a-find-"));
afterAll(() => rmSync(root, { recursive: true }));

it("finds every file name, in the folder or above it, in one order of precedence", () => {
  const inner = join(root, "inner", "deep");
  mkdirSync(inner, { recursive: true });
  for (const name of configFileNames.toReversed()) {
    writeFileSync(join(root, name), name.endsWith("json") ? '{ "a2a": {} }' : "a2a: {}\n");
    expect(findConfigFile(inner)).toBe(join(root, name));
  }
  writeFileSync(join(inner, "a2a.json"), "{}");
  expect(findConfigFile(inner)).toBe(join(inner, "a2a.json"));
});

it("ignores a config.yaml of another program", () => {
  const outer = join(root, "ours");
  const inner = join(outer, "other");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(outer, "a2a.config.yaml"), "a2a: {}\n");
  writeFileSync(join(inner, "config.yaml"), "theme: dark # not a2a: at all\n");
  expect(findConfigFile(inner)).toBe(join(outer, "a2a.config.yaml"));
});
