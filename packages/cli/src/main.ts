#!/usr/bin/env node
import type { Io } from "./cli/io.ts";
import { runCommand } from "./cli/run-command.ts";

hideSqliteWarning();
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("interrupted")));
  const io: Io = {
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    signal: stop.signal,
    watched: isWatched(),
    typed: process.stdin.isTTY === true,
  };
  // A reader such as head may close the pipe early; that is not a failure.
  process.stdout.on("error", () => process.exit(0));
  return args[0] === "--version" || args[0] === "-v" ? version(io) : runCommand(args, io);
}

/** Node 22 warns about its SQLite, which users of this command can do nothing about. */
function hideSqliteWarning(): void {
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning" && warning.message.startsWith("SQLite")) return;
    for (const listener of listeners) listener(warning);
  });
}

/** Whether stderr is a terminal that can redraw a line, and the user did not opt out. */
function isWatched(): boolean {
  const { NO_COLOR, TERM, CI } = process.env;
  return process.stderr.isTTY === true && !NO_COLOR && TERM !== "dumb" && !CI;
}

async function version(io: Io): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  io.out(`${(manifest as { version: string }).version}\n`); // our own manifest
  return 0;
}
