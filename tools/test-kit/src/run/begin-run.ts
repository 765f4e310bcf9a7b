import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Gives this run of tests a mark that all its processes inherit, a folder for its temporary files, and a guardian that ends the
 * processes and deletes the folder when this process has gone, however it went.
 */
export function beginRun(): void {
  // A run inside of a test is part of it.
  if (process.env.TEST_RUN_MARK !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "a2a-test-"));
  // PostgreSQL may run as another user, who has to pass through.
  chmodSync(folder, 0o711);
  const mark = randomBytes(8).toString("hex");
  const guardian = spawn(
    process.execPath,
    ["--no-warnings", fileURLToPath(new URL("guardian.ts", import.meta.url)), mark, folder],
    { stdio: ["pipe", "ignore", "inherit"], detached: true, cwd: "/" },
  );
  guardian.unref();
  // It ends when this process does, and no process waits for it.
  if (guardian.stdin && "unref" in guardian.stdin) (guardian.stdin as unknown as { unref(): void }).unref();
  process.env.TEST_RUN_MARK = mark;
  process.env.TMPDIR = folder;
}
