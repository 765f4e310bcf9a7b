import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/sqlite-harness.ts";
import { chunk, finish, start } from "../contract/kit.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

describe("opening a file that is no good (R5)", () => {
  it.each([
    ["of an older version", "pragma user_version = 0", /schema version 0, this program needs 2/],
    ["of a newer version", "pragma user_version = 3", /schema version 3, this program needs 2/],
    ["of another program", "pragma application_id = 7", /not a task database/],
  ])("refuses one %s with one clear line, and leaves it as it is", async (_, change, message) => {
    using folder = temporaryFolder();
    const path = await finishedDatabase(folder.path);
    const database = new DatabaseSync(path);
    database.exec(change);
    database.close();
    expectRefusal(path, message);
  });

  it("refuses a file that is no database", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    writeFileSync(path, "this is a letter to a friend\n".repeat(400));
    expectRefusal(path, /cannot open the task database .*not a database/);
  });

  it("refuses a database with tables of somebody else", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const database = new DatabaseSync(path);
    database.exec("create table friends (name text)");
    database.close();
    expectRefusal(path, /not a task database/);
  });

  it("refuses a damaged file", async () => {
    using folder = temporaryFolder();
    const path = await finishedDatabase(folder.path);
    const bytes = readFileSync(path);
    for (let page = 2; page * 4_096 < bytes.length; page++) bytes.fill(0xa5, page * 4_096, page * 4_096 + 64);
    writeFileSync(path, bytes);
    expectRefusal(path, /damaged|malformed/);
  });

  it("refuses a file that was cut off", async () => {
    using folder = temporaryFolder();
    const path = await finishedDatabase(folder.path);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
    expectRefusal(path, /damaged|malformed/);
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
