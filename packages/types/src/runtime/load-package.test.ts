import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadPackage } from "./load-package.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-load-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** What loading a package in a program of its own says: Node words a missing package in other ways than the test runner. */
async function inNode(name: string): Promise<string> {
  const module = new URL("./load-package.ts", import.meta.url).href;
  const load = `const { loadPackage } = await import(${JSON.stringify(module)});
    const { value } = await loadPackage(${JSON.stringify(name)}, "grpc").catch(({ message }) => ({ value: message }));
    console.log(value);`;
  await writeFile(join(folder, "program.mjs"), load);
  const args = ["--no-warnings", "--experimental-strip-types", join(folder, "program.mjs")];
  return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout.trim();
}

async function install(name: string, source: string): Promise<void> {
  const place = join(folder, "node_modules", name);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "package.json"), JSON.stringify({ name, exports: { "./server": "./server.mjs" } }));
  await writeFile(join(place, "server.mjs"), source);
}

it("says which package to install, also for one of its entry points", async () => {
  await expect(loadPackage("@a2a/absent/server", "grpc")).rejects.toThrow(
    'grpc needs the package @a2a/absent: run "npm install @a2a/absent"',
  );
  await expect(loadPackage("absent-store", "this store")).rejects.toThrow('run "npm install absent-store"');
});

it("says so in a program of its own, where Node names the package and not the entry point", async () => {
  expect(await inNode("@a2a/absent/server")).toBe('grpc needs the package @a2a/absent: run "npm install @a2a/absent"');
});

it("finds a package beside the program", async () => {
  await install("@beside/program", "export const value = 'found';");
  expect(await inNode("@beside/program/server")).toBe("found");
});

it("passes on the error of a package that lacks a dependency of its own", async () => {
  await install("@beside/broken", 'import "lost-dependency";');
  expect(await inNode("@beside/broken/server")).toMatch(/^Cannot find package 'lost-dependency'/);
});
