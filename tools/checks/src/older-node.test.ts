import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isTestFile, listFiles } from "./files.ts";

const root = join(import.meta.dirname, "../../..");

/** A module of Node that came after the oldest Node on which a program should learn which version it needs. */
const LATE_MODULE = /^(?:import|export) (?!type\b)[^;]*"node:(?:sqlite|sea|test\/reporters)"/m;

it("no source imports a module of Node that would keep an older Node from saying which version is required", () => {
  const sources = listFiles(root, "packages").filter((file) => /\/src\/.*\.ts$/.test(file) && !isTestFile(file));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => LATE_MODULE.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
