import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createProject, modelProviders, storeKinds } from "../src/index.ts";

const run = promisify(execFile);
const emptyFolder = () => mkdtempSync(join(tmpdir(), "create-a2a-"));

describe("createProject", () => {
  it.each(modelProviders.flatMap((model) => storeKinds.map((store) => [model, store] as const)))(
    "names in package.json what its sources import: model %s, store %s",
    async (model, store) => {
      const folder = join(emptyFolder(), "My Agent");
      const files = await createProject({ folder, model, store });
      const read = (path: string) => readFileSync(join(folder, path), "utf8");
      const { name, dependencies, devDependencies } = JSON.parse(read("package.json"));
      expect(name).toBe("my-agent");
      const sources = files.filter((path) => path.endsWith(".ts")).map(read);
      const imported = sources.flatMap((text) => [...text.matchAll(/from "((?:@[\w-]+\/)?[a-z][\w-]*)/g)]);
      const foreign = imported.map(([, found]) => found ?? "").filter((found) => found !== "node");
      for (const found of foreign) expect({ ...dependencies, ...devDependencies }).toHaveProperty([found]);
      expect("@a2a/postgres" in dependencies).toBe(store === "postgres");
      expect(read("src/agent.ts")).toContain('name: "My Agent"');
    },
  );

  it("refuses a file in the place of the folder with one sentence", async () => {
    const file = join(emptyFolder(), "taken");
    writeFileSync(file, "");
    await expect(createProject({ folder: file })).rejects.toThrow(
      new TypeError(`${file} is a file: choose another folder`),
    );
  });

  it("creates an agent whose tests pass", async () => {
    const folder = join(emptyFolder(), "greeter");
    await createProject({ folder });
    const workspace = new URL("../../../tools/checks/node_modules", import.meta.url).pathname;
    symlinkSync(workspace, join(folder, "node_modules"), "dir");
    const { stdout } = await run(
      process.execPath,
      ["--conditions=@a2a/source", "--test", "--test-reporter=tap", "test/agent.test.ts"],
      { cwd: folder, env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
    );
    expect(stdout).toContain("# pass 4\n");
    expect(stdout).toContain("# fail 0\n");
  });

  it("uses packages that npm does not have from files of the project", async () => {
    const packed = join(emptyFolder(), "server.tgz");
    writeFileSync(packed, "packed");
    const folder = join(emptyFolder(), "greeter");
    const files = await createProject({ folder, tarballs: { "@a2a/server": packed } });
    expect(files).toContain("vendor/server.tgz");
    const read = (path: string) => readFileSync(join(folder, path), "utf8");
    expect(read("vendor/server.tgz")).toBe("packed");
    expect(JSON.parse(read("package.json"))).toMatchObject({
      dependencies: { "@a2a/server": "file:vendor/server.tgz", "@a2a/types": "latest" },
      overrides: { "@a2a/server": "file:vendor/server.tgz" },
    });
    expect(read("pnpm-workspace.yaml")).toBe('overrides:\n  "@a2a/server": file:vendor/server.tgz\n');
    expect(read("Dockerfile")).toContain("COPY vendor ./vendor\nRUN npm install");
    expect(read("README.md")).toContain("npm run --silent a2a -- chat");
  });

  it("lets npm refuse a Node that is too old", async () => {
    const folder = join(emptyFolder(), "greeter");
    await createProject({ folder });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ engines: { node: ">=1000" } }));
    // What `npm test --silent` sets, and the cache of the user, must not matter.
    const install = ["install", "--offline", "--loglevel=error", "--cache", join(folder, "cache")];
    const failed = await run("npm", install, { cwd: folder }).catch((error) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Required: {"node":">=1000"}') });
  });

  it("refuses a folder that is not empty, and choices it does not know", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "notes.txt"), "mine");
    await expect(createProject({ folder })).rejects.toThrow("is not empty: choose another folder, or empty it");
    const other = join(emptyFolder(), "agent");
    await expect(createProject({ folder: other, store: "redis" as "memory" })).rejects.toThrow(
      'unknown store "redis": expected sqlite, memory, postgres',
    );
    await expect(createProject({ folder: other, name: "?" })).rejects.toThrow('"?" has no letter or digit');
  });
});

describe("npm create a2a", () => {
  const main = new URL("../src/main.ts", import.meta.url).pathname;

  it("says what to do next", async () => {
    const cwd = emptyFolder();
    const { stdout } = await run(process.execPath, [main, "my-agent", "--model", "openai"], { cwd });
    expect(stdout).toBe(
      "Created 11 files in my-agent. Next:\n\n  cd my-agent\n  npm install\n  npm test\n  npm start\n",
    );
  });

  it.each([
    [[], "expected one folder, found 0\n"],
    [["a", "--model", "llama"], 'unknown model "llama": expected none, anthropic, openai\n'],
  ])("refuses %j", async (args, message) => {
    const failed = await run(process.execPath, [main, ...args], { cwd: emptyFolder() }).catch((error) => error);
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
