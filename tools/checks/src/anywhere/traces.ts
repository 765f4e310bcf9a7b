import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** A process that runs, as the system shows it. */
export interface Trace {
  readonly pid: number;
  readonly command: string;
}

/**
 * The processes that belong to a folder for temporary files: they have its path in their arguments or environment, work there or have
 * one of its files open. PostgreSQL and Chromium overwrite their environment, hence all of these. Linux only.
 */
export function processesOf(folder: string): Trace[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const command = read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
      const traces = [command, read(`/proc/${pid}/environ`), link(`/proc/${pid}/cwd`), link(`/proc/${pid}/exe`)];
      const isOurs = traces.some((text) => text.includes(folder));
      return isOurs && !isZombie(pid) ? [{ pid: Number(pid), command }] : [];
    });
}

/** What is left of a run when it had time to end: processes, and files of its folder. Empty as soon as nothing is. */
export async function leftOf(folder: string, graceMs: number): Promise<string[]> {
  for (const deadline = Date.now() + graceMs; ; await pause(100)) {
    const left = [
      ...processesOf(folder).map(({ pid, command }) => `process ${pid}: ${command.slice(0, 200)}`),
      ...readdirSync(folder)
        // npm's own.
        .filter((name) => name !== "node-compile-cache")
        .map((name) => `file ${name}`),
    ];
    if (left.length === 0 || Date.now() > deadline) return left;
  }
}

function isZombie(pid: string): boolean {
  return /^State:\s+Z/m.test(read(`/proc/${pid}/status`));
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // it has ended
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
