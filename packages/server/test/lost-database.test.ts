import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../src/engine/sqlite/file/sqlite-schema.ts";
import { createSqliteEngine } from "../src/sqlite.ts";
import { temporaryFolder } from "./sqlite-harness.ts";
import { errorOf, rpc, say, taskOf } from "./support/agent.ts";
import { scripted, start } from "./support/scripted.ts";

it("reopens a database file that was deleted, and answers 503 until it is open again", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "tasks.db");
  const logged: string[] = [];
  const log = (_: object, message: string) => void logged.push(message);
  const logger = { debug() {}, info() {}, warn: log, error: log };
  await using server = await start({ engine: createSqliteEngine({ path, leaseMs: 60, logger }) });
  const card = async () => (await fetch(`${server.url}/.well-known/agent-card.json`)).status;
  const { id } = taskOf(await rpc(server, "SendMessage", say("before")));
  expect(await card()).toBe(200);

  await replaceByNonsense(path);
  await expect.poll(card).toBe(503);
  const refused = await rpc(server, "SendMessage", say("meanwhile"));
  expect([refused.status, errorOf(refused).code, refused.headers.get("retry-after")]).toEqual([503, -32603, "1"]);

  await rm(path);
  await expect.poll(card).toBe(200);
  expect(taskOf(await rpc(server, "SendMessage", say("after"))).status.state).toBe("TASK_STATE_COMPLETED");
  expect(errorOf(await rpc(server, "GetTask", { id })).code).toBe(-32001);
  expect(logged).toContain("the task database is open again");
});

it("stops looking for its file when it is closed", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "tasks.db");
  const engine = createSqliteEngine({ path, leaseMs: 60 });
  await replaceByNonsense(path);
  await expect.poll(() => engine.isAvailable).toBe(false);
  const waiting = engine.ready("turns");
  await engine.close();
  await waiting;
  expect(engine.isAvailable).toBe(false);
});

/** No database can be opened at the path after that. At once, since the server may look at any moment. */
async function replaceByNonsense(path: string): Promise<void> {
  await writeFile(`${path}.txt`, "not a database");
  for (const suffix of ["-wal", "-shm"]) await rm(path + suffix, { force: true });
  await rename(`${path}.txt`, path);
}

it("reads the file that replaced its own", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "tasks.db");
  await using server = await start({ engine: createSqliteEngine({ path, leaseMs: 60 }), executor: scripted });
  const { id } = taskOf(await rpc(server, "SendMessage", say("before")));
  const other = join(folder.path, "other.db");
  openDatabase(other, "NORMAL").close();
  for (const suffix of ["-wal", "-shm"]) await rm(path + suffix, { force: true });
  // At once, as a restored backup would be put in place: the server may look at any moment.
  await rename(other, path);
  await expect.poll(async () => errorOf(await rpc(server, "GetTask", { id }))?.code).toBe(-32001);
  expect(taskOf(await rpc(server, "SendMessage", say("after"))).status.state).toBe("TASK_STATE_COMPLETED");
});
