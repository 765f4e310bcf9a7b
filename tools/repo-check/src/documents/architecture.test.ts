import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = new URL("../../../../", import.meta.url).pathname;
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

/** The source files that a part of the page names, as paths in the repository. */
function filesIn(part: string): string[] {
  const named = [...part.matchAll(/`([a-z0-9_/.-]+\.ts)`/g)].map(([, path = ""]) => path);
  return [...new Set(named.filter((path) => path.includes("/")))].map(locate);
}

function locate(path: string): string {
  const places = [
    `packages/${path}`,
    `packages/server/src/${path}`,
    `packages/server/src/engine/${path}`,
    `tools/${path}`,
  ];
  return places.find((place) => existsSync(join(root, place))) ?? `missing: ${path}`;
}

it("ARCHITECTURE.md names only files that exist", () => {
  expect(filesIn(text).filter((file) => file.startsWith("missing"))).toEqual([]);
});

it("ARCHITECTURE.md follows a streaming send in at most 30 files", () => {
  const [, walk = ""] = /## A streaming send[^\n]*\n(.*?)\n## /s.exec(text) ?? [];
  const files = filesIn(walk);
  expect(files.length).toBeGreaterThan(20);
  expect(files.length).toBeLessThanOrEqual(30);
});
