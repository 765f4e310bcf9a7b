import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** The kinds of load. `clock` steps the wall clock of the tests back and forth. */
export const loads = ["nothing", "cores", "disk", "clock"] as const;
export type Load = (typeof loads)[number];

/** Both end with the process that started them. */
const BUSY =
  "process.stdin.resume().on('close', () => process.exit()); setInterval(() => { for (const end = Date.now() + 90; Date.now() < end; ); }, 1)";
const WRITING = `
  const { openSync, writeSync, fsyncSync } = require("node:fs");
  process.stdin.resume().on("close", () => process.exit());
  const file = openSync(process.argv[1], "w");
  const piece = Buffer.alloc(8 * 1024 * 1024, 1);
  setInterval(() => { writeSync(file, piece, 0, piece.length, 0); fsyncSync(file); }, 1);
`;

/** Starts what makes the machine slow, and returns what the tests need to know of it. */
export function startLoad(load: Load, folder: string): { readonly env: NodeJS.ProcessEnv; stop(): void } {
  const start = (script: string, ...args: string[]) =>
    spawn(process.execPath, ["-e", script, ...args], { stdio: ["pipe", "ignore", "ignore"] });
  const children =
    load === "cores"
      ? Array.from({ length: availableParallelism() }, () => start(BUSY))
      : load === "disk"
        ? [1, 2].map((number) => start(WRITING, join(folder, `written-${number}`)))
        : [];
  return {
    env: load === "clock" ? { TEST_CLOCK_STEPS: "1" } : {},
    stop: () => {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
