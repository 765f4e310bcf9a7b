import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = new URL("../../../../", import.meta.url).pathname;

/** The promises of SECURITY.md: what is promised, and the tests that it names by title and file. */
function promises(): { promise: string; tests: { title: string; file: string }[] }[] {
  const [, part = ""] = readFileSync(join(root, "SECURITY.md"), "utf8").split("\n## Promises\n");
  const rows = (part.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| (?!Promise )/.test(line));
  return rows.map((row) => {
    const [, promise = "", named = ""] = row.split(" | ").map((cell) => cell.replace(/^\| /, ""));
    const tests = [...(named || row).matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
    return { promise, tests: tests.map(([, title = "", file = ""]) => ({ title, file })) };
  });
}

it("every promise of SECURITY.md names a test", () => {
  expect(promises().length).toBeGreaterThan(40);
  expect(promises().filter(({ tests }) => tests.length === 0)).toEqual([]);
});

it("every test that SECURITY.md names exists", () => {
  const missing = promises()
    .flatMap(({ tests }) => tests)
    .filter(({ title, file }) => !/\.test\.ts$/.test(file) || !has(join(root, file), title));
  expect(missing).toEqual([]);
});

function has(path: string, title: string): boolean {
  return existsSync(path) && readFileSync(path, "utf8").includes(title);
}
