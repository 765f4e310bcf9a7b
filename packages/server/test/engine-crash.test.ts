import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { alice, finish, readLog } from "../src/engine/contract/kit.ts";
import { createSqliteEngine } from "../src/engine/sqlite/sqlite-engine.ts";
import { temporaryFolder } from "./sqlite-harness.ts";

const KILLS = 6;

/** The last acknowledged sequence number of each task, as printed by the child. */
interface Acknowledged {
  readonly seq: number;
  readonly messageId: string;
  readonly done: boolean;
}

describe("the SQLite engine when its process is killed", () => {
  it(`loses no acknowledged event, duplicates none and leaves no task stuck, over ${KILLS} kills`, async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tasks.db");
    const acknowledged = new Map<string, Acknowledged>();
    for (let kill = 0; kill < KILLS; kill++) {
      for (const [taskId, entry] of await runAndKill(path, 40 + 35 * kill)) acknowledged.set(taskId, entry);
      await check(path, acknowledged);
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS);
  });
});

/** Runs the child until it has acknowledged a number of events, kills it, and returns the acknowledged numbers. */
async function runAndKill(path: string, lines: number): Promise<Map<string, Acknowledged>> {
  const script = new URL("./appending-child.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--conditions=@a2a/source", script, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.split("\n").length > lines) child.kill("SIGKILL");
  });
  await once(child, "close");
  const said = new Map<string, Acknowledged>();
  for (const line of output.split("\n").slice(0, -1)) {
    const [taskId = "", messageId = "", seq, done] = line.split(" ");
    said.set(taskId, { messageId, seq: Number(seq), done: done === "done" });
  }
  return said;
}

/** Reopens the file as the next process would, finishes the interrupted turns, and compares. */
async function check(path: string, acknowledged: ReadonlyMap<string, Acknowledged>): Promise<void> {
  const engine = createSqliteEngine({ path });
  for (const lease of await engine.claim(100)) {
    expect(lease).toMatchObject({ recovered: true, attempt: 2 });
    await finish(lease, "TASK_STATE_FAILED");
  }
  for (const [taskId, { seq, messageId, done }] of acknowledged) {
    const log = await readLog(engine, { scope: alice, taskId });
    expect(log.length).toBeGreaterThanOrEqual(seq);
    expect(log.map((entry) => entry.seq)).toEqual(log.map((_, index) => index + 1));
    const texts = log.flatMap(({ event }) => ("artifactUpdate" in event ? event.artifactUpdate.artifact.parts : []));
    expect(texts).toEqual(texts.map((_, step) => ({ text: `${step}` })));
    const { state } = (await engine.get(alice, taskId)) ?? {};
    expect(state).toMatch(done ? /COMPLETED/ : /COMPLETED|FAILED/);
    const message = { messageId, role: "ROLE_USER" as const, parts: [{ text: "go" }] };
    const again = { scope: alice, message, fingerprint: messageId, version: "1.0" as const, call: {} };
    expect((await engine.begin(again)).kind).toBe("duplicate");
  }
  const { tasks } = await engine.list(alice, { pageSize: 100, status: "TASK_STATE_SUBMITTED" });
  expect(tasks).toEqual([]);
  await engine.close();
}
