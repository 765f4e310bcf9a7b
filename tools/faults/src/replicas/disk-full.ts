import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { createId } from "@a2a/types";
import { startPostgres } from "test-kit/postgres-server";
import { call, message } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { readStored } from "./database.ts";
import { checkHistory, type Witness } from "./history.ts";
import { type Finding, untilRefused } from "./scenarios.ts";

const run = promisify(execFile);
const FULL = 16 * 1_048_576;

/** Fills the disk of the database, and makes room again. Needs the right to mount a file system. */
export async function diskFull(leaseMs: number): Promise<Finding> {
  const name = "disk full";
  const folder = join(tmpdir(), `a2a-disk-${randomBytes(4).toString("hex")}`);
  await mkdir(folder);
  try {
    await run("mount", ["-t", "tmpfs", "-o", "size=220m", "tmpfs", folder]);
  } catch {
    await rm(folder, { recursive: true });
    return { name, result: "not run: this user may not mount a tmpfs", ok: true };
  }
  // PostgreSQL may run as another user.
  await chmod(folder, 0o777);
  try {
    const settings = { max_wal_size: "64MB", min_wal_size: "32MB", wal_recycle: "on", checkpoint_timeout: "30s" };
    await using server = await startPostgres({ folder: join(folder, "data"), settings });
    await using cluster = await startCluster(server.url, { schema: "a2a", leaseMs });
    const witnesses: Witness[] = [];
    const send = async () => {
      const messageId = createId();
      const answer = await call(cluster.anyUrl(), "SendMessage", message(messageId, "x".repeat(60_000)));
      const task = (answer.body.result as { task?: { id: string; status: { state: string } } } | undefined)?.task;
      if (task) witnesses.push({ messageId, taskId: task.id, seen: [], answered: task.status.state });
      return answer.status;
    };
    for (let n = 0; n < 20; n++) await send();
    const fillers: string[] = [];
    for (;;) {
      const path = join(folder, `fill-${fillers.length}`);
      fillers.push(path);
      const isFull = await writeFile(path, Buffer.alloc(FULL)).then(
        () => false,
        () => true,
      );
      if (isFull) break;
    }
    const statuses = new Set<number>();
    for (let n = 0; n < 300 && !statuses.has(503); n++) statuses.add(await send());
    const problem = statuses.has(503) ? undefined : await untilRefused(cluster);
    await Promise.all(fillers.map((path) => rm(path, { force: true })));
    await server.restartIfDown();
    let recovered = 0;
    for (const deadline = Date.now() + 20_000; recovered < 20 && Date.now() < deadline; await pause(50)) {
      if ((await send()) === 200) recovered++;
    }
    const problems = [
      ...checkHistory(await readStored(server.url, "a2a"), witnesses),
      ...(problem ? [problem] : []),
      ...(recovered < 20 ? ["it did not recover"] : []),
    ];
    for (const found of problems.slice(0, 10)) console.error(`  ${name}: ${found}`);
    const result = `answers ${[...statuses].join(", ")} while full, ${recovered} of 20 after; ${problems.length} of ${witnesses.length} acknowledged tasks lost`;
    return { name, result, ok: problems.length === 0 };
  } finally {
    await run("umount", ["-l", folder]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
