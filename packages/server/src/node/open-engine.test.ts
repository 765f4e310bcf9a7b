import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/sqlite-harness.ts";
import { start } from "../engine/contract/kit.ts";
import { createSqliteEngine } from "../engine/sqlite/sqlite-engine.ts";
import { openEngine } from "./open-engine.ts";

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

  it.each(["", "sqlite:", "postgres://db"])("rejects the store %j and lists the supported ones", async (store) => {
    await expect(openEngine(store)).rejects.toThrow(`store ${JSON.stringify(store)}: expected memory or sqlite:FILE`);
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
