import { cpSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/sqlite-harness.ts";
import { openEngine } from "../../node/open-engine.ts";
import { alice, chunk, finish, start } from "../contract/kit.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

const PAGE = 4_096;
const FRAME = PAGE + 24;
const remedy = "restore a backup, or move it away to start empty";

describe("a damaged database file", () => {
  it("is reported with the remedy, in one sentence, also when it is too large for a check of the whole file", async () => {
    using folder = temporaryFolder();
    const path = await crashed(folder.path, 40);
    const database = new DatabaseSync(path);
    const root = Number(database.prepare("select rootpage from sqlite_schema where name = 'task'").get()?.rootpage);
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, (root - 1) * PAGE, root * PAGE);
    writeFileSync(path, bytes);
    truncateSync(path, 65 * 1_024 * 1_024);
    await expectDamaged(path);
  });

  it("is reported with the remedy when its journal is unreadable", async () => {
    using folder = temporaryFolder();
    const path = await crashed(folder.path, 3);
    const database = new DatabaseSync(path);
    database.exec("update journal set changes = substr(changes, 1, length(changes) - 20)");
    database.close();
    await expectDamaged(path);
  });
});

describe("a damaged write-ahead log", () => {
  const tasks = 60;

  it.each([
    ["in its first frame", (wal: Buffer) => flip(wal, 32 + 500)],
    ["in its middle", (wal: Buffer) => flip(wal, 32 + FRAME * Math.floor(wal.length / FRAME / 2) + 1_000)],
    ["in the salt of a frame", (wal: Buffer) => flip(wal, 32 + FRAME * Math.floor(wal.length / FRAME / 2) + 9)],
    ["in its header", (wal: Buffer) => flip(wal, 17)],
  ])("is reported: a byte %s", async (_, damage) => {
    using folder = temporaryFolder();
    const path = await crashed(folder.path, tasks);
    const wal = readFileSync(`${path}-wal`);
    damage(wal);
    writeFileSync(`${path}-wal`, wal);
    const { lines, kept } = await reopened(path);
    expect(kept).toBeLessThan(tasks);
    expect(lines).toEqual([
      expect.stringMatching(
        /^the write-ahead log of the task database \S+ is damaged, and the last \d+ transactions are lost: restore a backup if you need them$/,
      ),
    ]);
  });

  it("is not suspected after a crash, wherever that cut the last write off", async () => {
    using folder = temporaryFolder();
    const path = await crashed(folder.path, tasks);
    const wal = readFileSync(`${path}-wal`);
    for (const bytes of [0, 1, 24, 1_000, FRAME, FRAME + 30]) {
      const cut = join(folder.path, `cut-${bytes}.db`);
      cpSync(path, cut);
      writeFileSync(`${cut}-wal`, wal.subarray(0, wal.length - bytes));
      expect((await reopened(cut)).lines).toEqual([]);
    }
  });

  it("is not suspected while it holds frames of an earlier log", async () => {
    using folder = temporaryFolder();
    const source = join(folder.path, "now");
    const engine = createSqliteEngine({ path: join(source, "tasks.db") });
    for (let n = 0; n < 10; n++) await finish(await start(engine));
    const other = new DatabaseSync(join(source, "tasks.db"));
    other.exec("pragma wal_checkpoint(restart)");
    other.close();
    await finish(await start(engine));
    cpSync(source, join(folder.path, "then"), { recursive: true });
    await engine.close();
    expect(await reopened(join(folder.path, "then", "tasks.db"))).toEqual({ lines: [], kept: 11 });
  });
});

/** A copy of a database as a crash leaves it: a file, and a log with so many tasks. */
async function crashed(folder: string, tasks: number): Promise<string> {
  const engine = createSqliteEngine({ path: join(folder, "now", "tasks.db") });
  for (let n = 0; n < tasks; n++) {
    const lease = await start(engine);
    await lease.append([chunk(lease, "x".repeat(1_000))]);
    if (n % 2 === 0) await finish(lease);
  }
  cpSync(join(folder, "now"), join(folder, "then"), { recursive: true });
  await engine.close({ drainMs: 0 });
  return join(folder, "then", "tasks.db");
}

/** What is logged when a database is opened, and how many tasks it has. */
async function reopened(path: string): Promise<{ lines: string[]; kept: number }> {
  const lines: string[] = [];
  const error = (_: object, line: string) => void lines.push(line);
  const engine = await openEngine(`sqlite:${path}`, { debug() {}, info() {}, warn() {}, error });
  const { totalSize } = await engine.list(alice, { pageSize: 1 });
  await engine.close({ drainMs: 0 });
  return { lines, kept: totalSize };
}

async function expectDamaged(path: string): Promise<void> {
  const refusal = await openEngine(`sqlite:${path}`).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: "LocalError", code: "CONFIG" });
  const { message } = refusal as Error;
  expect(message.startsWith(`the task database ${path} is damaged (`)).toBe(true);
  expect(message.endsWith(`): ${remedy}`)).toBe(true);
  expect(message).not.toContain("\n");
}

function flip(bytes: Buffer, at: number): void {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
}
