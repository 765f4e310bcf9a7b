#!/usr/bin/env node
import { commandNamed, commandTable } from "./cli/command-table.ts";
import type { Io } from "./cli/io.ts";

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const [name = "help", ...rest] = args;
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new Error("interrupted")));
  const io: Io = {
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    signal: stop.signal,
    watched: isWatched(),
  };
  // Whoever reads may have seen enough: that is no failure of ours.
  process.stdout.on("error", () => process.exit(0));
  if (name === "--version" || name === "-v") return version(io);
  if (name === "help" || name === "--help" || name === "-h") return help(rest[0], io);
  try {
    const command = commandNamed(name);
    if (command === undefined) {
      const { UsageError } = await import("./cli/failure.ts");
      const known = Object.keys(commandTable).filter((other) => commandTable[other]?.hidden !== true);
      throw new UsageError(`a2a ${name}: expected ${known.join(", ")}`);
    }
    if (rest.includes("--help") || rest.includes("-h")) return help(name, io);
    return await (await command.load()).run(rest, io);
  } catch (error) {
    if (stop.signal.aborted) return 130;
    const { failureOf, printed } = await import("./cli/failure.ts");
    const { failsAsJson } = await import("./cli/arguments.ts");
    const failure = failureOf(error);
    if (failsAsJson(rest, io)) io.out(`${printed(failure, true)}\n`);
    else io.err(`${printed(failure, false)}\n`);
    return failure.exit;
  }
}

/** Whether there is a terminal that takes more than plain lines, and somebody who did not decline. */
function isWatched(): boolean {
  const { NO_COLOR, TERM, CI } = process.env;
  return process.stderr.isTTY === true && !NO_COLOR && TERM !== "dumb" && !CI;
}

async function help(name: string | undefined, io: Io): Promise<number> {
  const command = commandNamed(name);
  io.out(`${command ? (await command.load()).usage : (await import("./cli/help.ts")).mainUsage()}\n`);
  return 0;
}

async function version(io: Io): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  io.out(`${(manifest as { version: string }).version}\n`); // our own manifest
  return 0;
}
