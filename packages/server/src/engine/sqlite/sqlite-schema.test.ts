import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/sqlite-harness.ts";
import { alice, chunk, command, finish, follow, load, readLog, start } from "../contract/kit.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

describe("opening an unusable file (R5)", () => {
  it.each([
    ["of an older version", "pragma user_version = 0", /schema version 0, this program needs 3/],
    ["of a newer version", "pragma user_version = 4", /schema version 4, this program needs 3/],
    ["of another program", "pragma application_id = 7", /not a task database/],
  ])("rejects one %s with a clear message and does not modify it", async (_, change, message) => {
    using folder = temporaryFolder();
    const path = await finishedDatabase(folder.path);
    const database = new DatabaseSync(path);
    database.exec(change);
    database.close();
    expectRefusal(path, message);
  });

  it("rejects a file that is not a database", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    writeFileSync(path, "this is a letter to a friend\n".repeat(400));
    expectRefusal(path, /cannot open the task database .*not a database/);
  });

  it("rejects a database of another application", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const database = new DatabaseSync(path);
    database.exec("create table friends (name text)");
    database.close();
    expectRefusal(path, /not a task database/);
  });

  it("rejects a corrupt file", async () => {
    using folder = temporaryFolder();
    const path = await finishedDatabase(folder.path);
    const bytes = readFileSync(path);
    for (let page = 2; page * 4_096 < bytes.length; page++) bytes.fill(0xa5, page * 4_096, page * 4_096 + 64);
    writeFileSync(path, bytes);
    expectRefusal(path, /damaged|malformed/);
  });

  it("rejects a truncated file", async () => {
    using folder = temporaryFolder();
    const path = await finishedDatabase(folder.path);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
    expectRefusal(path, /damaged|malformed/);
  });
});

describe("opening a file of schema version 1", () => {
  it("migrates tasks, logs and webhooks, and fills in generation counters", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const written = createSqliteEngine({ path });
    const lease = await start(written, {
      push: { config: { id: "w", url: "http://127.0.0.1/" }, version: "1.0", principal: "alice" },
    });
    await lease.append([chunk(lease, "a")]);
    await written.begin(command(follow(lease, "more")));
    await lease.append([chunk(lease, "b")]);
    await finish(lease);
    await written.close({ drainMs: 0 });
    const database = new DatabaseSync(path);
    for (const column of ["task drop column generation", "event drop column generation", "push drop column claim"]) {
      database.exec(`alter table ${column}`);
    }
    database.exec("alter table push drop column claimed_until; drop table journal; pragma user_version = 1");
    database.close();

    const engine = createSqliteEngine({ path });
    const entries = await readLog(engine, lease);
    expect(entries.map(({ generation }) => generation)).toEqual([1, 2, 2, 3, 4]);
    expect(await load(engine, lease)).toMatchObject({ seq: 5, generation: 4, state: "TASK_STATE_COMPLETED" });
    expect(await engine.getPush(alice, lease.taskId, "w")).toMatchObject({ nextSeq: 1 });
    expect(await engine.claimPush(1)).toHaveLength(1);
    await engine.close({ drainMs: 0 });
  });
});

describe("opening a file of schema version 2", () => {
  it("keeps tasks and their logs, and continues the turn that was interrupted", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const written = createSqliteEngine({ path });
    const done = await start(written);
    await done.append([chunk(done, "a")]);
    await finish(done);
    const running = await start(written);
    await running.append([chunk(running, "b")]);
    await written.close({ drainMs: 0 });
    const database = new DatabaseSync(path);
    database.exec("drop table journal; pragma user_version = 2");
    database.close();

    const engine = createSqliteEngine({ path });
    expect(await readLog(engine, done)).toHaveLength(3);
    const [claimed] = await engine.claim(5);
    if (!claimed) throw new Error("expected the turn to be claimed");
    await claimed.append([chunk(claimed, "c")]);
    await finish(claimed);
    expect((await load(engine, running)).task.artifacts?.[0]?.parts).toMatchObject([{ text: "b" }, { text: "c" }]);
    expect((await engine.list(alice, { pageSize: 5 })).totalSize).toBe(2);
    await engine.close();
  });
});

async function finishedDatabase(folder: string): Promise<string> {
  const path = join(folder, "tasks.db");
  const engine = createSqliteEngine({ path });
  for (let n = 0; n < 30; n++) {
    const lease = await start(engine);
    await lease.append([chunk(lease, "x".repeat(1_000))]);
    await finish(lease);
  }
  await engine.close();
  return path;
}

function expectRefusal(path: string, message: RegExp): void {
  const copy = `${path}.before`;
  copyFileSync(path, copy);
  let error: unknown;
  try {
    createSqliteEngine({ path });
  } catch (reason) {
    error = reason;
  }
  expect(error).toMatchObject({ name: "LocalError", code: "CONFIG", message: expect.stringMatching(message) });
  expect(String(error)).not.toContain("\n");
  expect(readFileSync(path).equals(readFileSync(copy))).toBe(true);
}
