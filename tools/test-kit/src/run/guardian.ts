// Waits for the process that started it to end, then kills what is left of its run and deletes the run's folder.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const RETRY_FOR_MS = 10_000;

const [mark, folder] = process.argv.slice(2);
if (mark === undefined || folder === undefined) throw new Error("guardian.ts needs a mark and a folder");
const variable = `TEST_RUN_MARK=${mark}`;

// Signals that the terminal sends to all are for the others.
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.on("error", () => undefined).on("close", () => void clean());

async function clean(): Promise<void> {
  for (const deadline = Date.now() + RETRY_FOR_MS; Date.now() < deadline; await pause(50)) {
    const left = marked();
    for (const pid of left) kill(pid);
    if (left.length === 0 && isDeleted()) return;
  }
}

/** The processes that inherited the mark. Only Linux shows the environment of other processes. */
function marked(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(variable);
      } catch {
        return false; // it has ended, or belongs to another user
      }
    })
    .map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** Another process of the run may still write: then the next round deletes the rest. */
function isDeleted(): boolean {
  try {
    rmSync(folder ?? "", { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
