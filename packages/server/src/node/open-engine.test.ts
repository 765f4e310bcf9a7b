import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/sqlite-harness.ts";
import { start } from "../engine/contract/kit.ts";
import { createMemoryEngine } from "../engine/memory/memory-engine.ts";
import { createSqliteEngine } from "../engine/sqlite/sqlite-engine.ts";
import { openEngine } from "./open-engine.ts";
import { registerStore } from "./store-schemes.ts";

describe("openEngine", () => {
  it.each(["memory", ":memory:", "sqlite::memory:"])("opens %s in memory, without a file", async (store) => {
    const engine = await openEngine(store);
    await start(engine);
    await engine.close({ drainMs: 0 });
    expect(existsSync(":memory:")).toBe(false);
  });

  it("createSqliteEngine opens any number of in-memory databases, without a file", async () => {
    const engines = [createSqliteEngine({ path: ":memory:" }), createSqliteEngine({ path: ":memory:" })];
    for (const engine of engines) await start(engine);
    await Promise.all(engines.map((engine) => engine.close({ drainMs: 0 })));
    expect(readdirSync(".")).not.toContain(":memory:");
  });

  it.each([
    ["", '""'],
    ["sqlite:", '"sqlite:"'],
    ["mysql://root:secret@db/tasks", '"mysql://…"'],
  ])("rejects the store %j and lists the supported ones", async (store, shown) => {
    await expect(openEngine(store)).rejects.toThrow(`store ${shown}: expected memory, sqlite:FILE or postgres://…`);
  });

  it.each(["postgres", "postgresql"])("names the package that %s:// needs when it is missing", async (scheme) => {
    // In a process whose program and folder are not in this workspace, which has the package.
    using folder = temporaryFolder();
    const { href } = new URL("./open-engine.ts", import.meta.url);
    const program = `import("${href}").then(({ openEngine }) => openEngine("${scheme}://user:secret@db/tasks"))
      .catch(({ code, message }) => console.log(code, message))`;
    const child = spawn(process.execPath, ["--conditions=@a2a/source", "-e", program], {
      cwd: folder.path,
      env: { PATH: process.env.PATH },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(child.stdout, "data");
    expect(String(line)).toBe('CONFIG this store needs the package @a2a/postgres: run "npm install @a2a/postgres"\n');
  });

  it("opens stores of other schemes by what was registered for them", async () => {
    const engine = createMemoryEngine();
    const opened: string[] = [];
    registerStore("shelf", async (store) => {
      opened.push(store);
      return engine;
    });
    expect(await openEngine("shelf://a/b")).toBe(engine);
    expect(opened).toEqual(["shelf://a/b"]);
    await engine.close();
  });

  it("waits for a terminating process that still owns the database", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const script = new URL("../../test/appending-child.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, ["--conditions=@a2a/source", script, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect(() => createSqliteEngine({ path })).toThrow("is in use by process");
    const opening = openEngine(`sqlite:${path}`);
    child.kill("SIGKILL");
    await (await opening).close({ drainMs: 0 });
  });

  it("does not wait for a database that this process owns itself", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path });
    const holder = `process ${process.pid} on ${hostname()}`;
    await expect(openEngine(`sqlite:${path}`)).rejects.toMatchObject({
      message: `the task database ${path} is in use by ${holder}: one process at a time can serve it`,
      retryable: false,
    });
    await engine.close();
  });
});
