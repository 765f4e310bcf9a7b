import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ReopeningEngine } from "../src/engine/reopening-engine.ts";
import { openDatabase } from "../src/engine/sqlite/file/sqlite-schema.ts";
import { createSqliteEngine } from "../src/sqlite.ts";
import { temporaryFolder } from "./sqlite-harness.ts";
import { errorOf, rpc, say, taskOf } from "./support/agent.ts";
import { gate, scripted, start } from "./support/scripted.ts";

it("reopens a database file that was deleted, and answers 503 until it is open again", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "tasks.db");
  const open = async () => createSqliteEngine({ path, leaseMs: 60 });
  const logged: string[] = [];
  const log = (_: object, message: string) => void logged.push(message);
  const logger = { debug() {}, info() {}, warn: log, error: log };
  const reopen = gate();
  const engine = new ReopeningEngine(await open(), () => reopen.opened.then(open), logger);
  await using server = await start({ engine });
  const card = async () => (await fetch(`${server.url}/.well-known/agent-card.json`)).status;
  const { id } = taskOf(await rpc(server, "SendMessage", say("before")));
  expect(await card()).toBe(200);

  for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
  await expect.poll(card).toBe(503);
  const refused = await rpc(server, "SendMessage", say("meanwhile"));
  expect([refused.status, errorOf(refused).code, refused.headers.get("retry-after")]).toEqual([503, -32603, "1"]);

  reopen.open();
  await expect.poll(card).toBe(200);
  expect(taskOf(await rpc(server, "SendMessage", say("after"))).status.state).toBe("TASK_STATE_COMPLETED");
  expect(errorOf(await rpc(server, "GetTask", { id })).code).toBe(-32001);
  expect(logged).toContain("the task database is open again");
});

it("reads the file that replaced its own", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "tasks.db");
  const open = async () => createSqliteEngine({ path, leaseMs: 60 });
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  await using server = await start({ engine: new ReopeningEngine(await open(), open, silent), executor: scripted });
  const { id } = taskOf(await rpc(server, "SendMessage", say("before")));
  const other = join(folder.path, "other.db");
  openDatabase(other, "NORMAL").close();
  for (const suffix of ["-wal", "-shm"]) await rm(path + suffix, { force: true });
  // At once, as a restored backup would be put in place: the server may look at any moment.
  await rename(other, path);
  await expect.poll(async () => errorOf(await rpc(server, "GetTask", { id }))?.code).toBe(-32001);
  expect(taskOf(await rpc(server, "SendMessage", say("after"))).status.state).toBe("TASK_STATE_COMPLETED");
});
