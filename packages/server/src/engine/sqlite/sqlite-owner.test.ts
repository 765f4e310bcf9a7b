import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { committedEvents, temporaryFolder } from "../../../test/sqlite-harness.ts";
import { alice, chunk, command, load, start } from "../contract/kit.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

const inUse = { code: "CONFIG", message: expect.stringMatching(/is in use by process \d+/) };

describe("the owner of a database file", () => {
  it("is one engine in one process until it closes", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const first = createSqliteEngine({ path });
    const lease = await start(first);
    expect(() => createSqliteEngine({ path })).toThrow(expect.objectContaining(inUse));
    expect(await lease.append([chunk(lease, "still mine")])).toBe(2);
    await first.close({ drainMs: 0 });
    const second = createSqliteEngine({ path });
    expect(await second.claim(5)).toHaveLength(1);
    await second.close({ drainMs: 0 });
  });

  it("is respected while its process lives, and replaced immediately after a kill", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const script = new URL("../../../test/appending-child.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, ["--conditions=@a2a/source", script, path, "hold"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    await once(child.stdout, "data");
    expect(() => createSqliteEngine({ path })).toThrow(expect.objectContaining(inUse));
    child.kill("SIGKILL");
    await exited;
    const engine = createSqliteEngine({ path });
    const claimed = await engine.claim(100);
    expect(claimed.length).toBeGreaterThan(0);
    for (const lease of claimed) expect(lease).toMatchObject({ attempt: 2, recovered: true });
    await engine.close({ drainMs: 0 });
  });

  it("on another host is respected until its lease expires", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    await createSqliteEngine({ path }).close();
    const database = new DatabaseSync(path);
    const elsewhere = database.prepare(
      "insert or replace into owner values (1, 'somebody', 1, 'elsewhere.example', ?)",
    );
    elsewhere.run(Date.now() + 60_000);
    expect(() => createSqliteEngine({ path })).toThrow(expect.objectContaining(inUse));
    elsewhere.run(Date.now() - 1);
    database.close();
    await createSqliteEngine({ path }).close();
  });

  it("that missed its renewal is fenced, and its runs are aborted", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path });
    const lease = await start(engine);
    const waiting = engine.waitFor(alice, lease.taskId, { until: "terminal" });
    const other = new DatabaseSync(path);
    other.exec("update owner set instance = 'another', host = 'elsewhere.example'");
    await expect(lease.append([chunk(lease, "zombie")])).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(lease.stopReason).toMatchObject({ name: "FencedError" });
    await expect(waiting).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(lease.append([chunk(lease, "zombie")])).rejects.toMatchObject({ name: "FencedError" });
    await expect(engine.begin(command())).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(committedEvents(other)).toBe(1);
    await engine.close();
    expect(other.prepare("select instance from owner").get()?.instance).toBe("another");
    other.close();
  });

  it("renews its lease as long as it lives", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const engine = createSqliteEngine({ path, leaseMs: 60 });
    const observer = new DatabaseSync(path, { readOnly: true });
    const until = () => Number(observer.prepare("select until from owner").get()?.until);
    const first = until();
    await expect.poll(until, { interval: 5 }).toBeGreaterThan(first + 30);
    const lease = await start(engine);
    expect((await load(engine, lease)).seq).toBe(1);
    observer.close();
    await engine.close({ drainMs: 0 });
  });
});
