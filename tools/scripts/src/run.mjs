// The npm scripts of the workspace: `run.mjs [--demo] PROGRAM [argument …]` installs what the last install lacks, then runs a file of the
// workspace with its own Node, or a command of its dependencies. Like setup.mjs, it runs on any Node from 20 on.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { compiled, root, setup } from "./setup.mjs";

const isDemo = process.argv[2] === "--demo";
const [program = "", ...args] = process.argv.slice(isDemo ? 3 : 2);
setup(isDemo ? "demo" : "all");

const bin = join(root, "node_modules/.bin");
const bundled = join(bin, "node");
const node = existsSync(bundled) ? bundled : process.execPath;
const isFile = /\.m?[jt]s$/.test(program);
const child = spawn(
  isFile ? node : join(bin, program),
  isFile ? ["--conditions=@a2a/source", "--no-warnings", program, ...args] : args,
  {
    stdio: "inherit",
    shell: !isFile && process.platform === "win32",
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      // With the compiled sources at hand, a program starts in a quarter of the time. The demo takes as little disk as possible instead.
      ...(!isDemo && { NODE_COMPILE_CACHE: compiled }),
    },
  },
);
// A terminal sends its signals to both; others send them to this process only.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", ({ message }) => {
  console.error(message);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
