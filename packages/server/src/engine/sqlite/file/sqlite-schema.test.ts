import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/sqlite-harness.ts";
import { alice, chunk, command, everything, finish, follow, load, readLog, start } from "../../contract/kit.ts";
import { createSqliteEngine } from "../sqlite-engine.ts";
import { SqliteJournal } from "../sqlite-journal.ts";
import { EVENTS_PER_TASK, SqliteLogs } from "../sqlite-logs.ts";

describe("opening an unusable file", () => {
  it.each([
    ["of an older version", "pragma user_version = 0", /schema version 0, this program needs 4/],
    ["of a newer version", "pragma user_version = 5", /schema version 5, this program needs 4/],
    ["of another program", "pragma application_id = 7", /not a task database/],
    ["without one of its tables", "drop table checkpoint", /damaged \(the table "checkpoint" is missing\)/],
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
    expectRefusal(path, /the task database .* is damaged \(file is not a database\)/);
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
      webhook: { config: { id: "w", url: "http://127.0.0.1/" }, version: "1.0", principal: "alice" },
    });
    await lease.append([chunk(lease, "a")]);
    await written.begin(command(follow(lease, "more")));
    await lease.append([chunk(lease, "b")]);
    await finish(lease);
    await written.close({ drainMs: 0 });
    const database = unpacked(path);
    for (const column of ["task drop column generation", "event drop column generation", "push drop column claim"]) {
      database.exec(`alter table ${column}`);
    }
    database.exec("alter table push drop column claimed_until; drop table journal; pragma user_version = 1");
    database.close();

    const engine = createSqliteEngine({ path });
    const entries = await readLog(engine, lease);
    expect(entries.map(({ generation }) => generation)).toEqual([1, 2, 2, 3, 4]);
    expect(await load(engine, lease)).toMatchObject({ seq: 5, generation: 4, state: "TASK_STATE_COMPLETED" });
    expect(await engine.getWebhook(alice, lease.taskId, "w")).toMatchObject({ nextSeq: 1 });
    expect(await engine.claimWebhooks(1)).toHaveLength(1);
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
    const database = unpacked(path);
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

describe("opening a file of schema version 3", () => {
  it("reads its logs, and the changes that its journal has beyond them", async () => {
    using folder = temporaryFolder();
    const engine = createSqliteEngine({ path: join(folder.path, "now", "tasks.db") });
    const sent = command();
    const running = await start(engine, sent);
    for (const text of ["a", "b"]) await running.append([chunk(running, text)]);
    await engine.begin(command(follow(running, "and then?")));
    const done = await start(engine);
    await done.append(Array.from({ length: 100 }, (_, n) => chunk(done, `chunk ${n}`)));
    await finish(done);
    const before = await everything(engine, alice);
    // A copy of the files at this moment is the state a crash would leave.
    cpSync(join(folder.path, "now"), join(folder.path, "then"), { recursive: true });
    await engine.close({ drainMs: 0 });
    const path = join(folder.path, "then", "tasks.db");
    unpacked(path).close();
    const after = createSqliteEngine({ path });
    expect(await everything(after, alice)).toEqual(before);
    expect((await readLog(after, running, { count: 4 })).map(({ seq, generation }) => [seq, generation])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 3],
    ]);
    expect(await readLog(after, done)).toHaveLength(102);
    expect(await after.begin(sent)).toMatchObject({ kind: "duplicate" });
    await after.close({ drainMs: 0 });
  });
});

/** Opens a file, and gives it the tables of events and changes of schema version 3, with one row for each of them. */
function unpacked(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  const tasks = [...new SqliteJournal(database).read()];
  const keys = database.prepare("select key from task").all();
  const logs = new SqliteLogs(database);
  const events = keys.flatMap(({ key }) =>
    logs.read(Number(key), 0, 1e6).map((entry) => ({ key: Number(key), entry })),
  );
  database.exec(`
    drop table event; drop table journal;
    create table event (key integer primary key, generation integer not null, answered integer, json text not null);
    create table journal (
      key integer primary key,
      task integer not null, seq integer not null, size integer not null, image text, entries text not null
    );
    pragma user_version = 3`);
  const insertEvent = database.prepare("insert into event (key, generation, answered, json) values (?, ?, ?, ?)");
  for (const { key, entry } of events) {
    insertEvent.run(key * EVENTS_PER_TASK + entry.seq, entry.generation, entry.answered ?? null, entry.json);
  }
  const insertChange = database.prepare("insert into journal values (?, ?, ?, ?, ?, ?)");
  insertChange.run(1, 0, 0, 0, null, "998\n999");
  for (const [index, [task, { seq, size, image, messages, entries }]] of tasks.entries()) {
    const lines = entries.map(({ generation, answered, json }) => `${generation}\t${answered ?? ""}\t${json}`);
    const row = image ? JSON.stringify({ ...image, messages }) : null;
    insertChange.run(index + 2, task, seq, size, row, lines.join("\n"));
  }
  return database;
}

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
