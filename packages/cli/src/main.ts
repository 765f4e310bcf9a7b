#!/usr/bin/env node
import { commandNamed, listedCommands } from "./cli/command-table.ts";
import type { Io } from "./cli/io.ts";

hideSqliteWarning();
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
    typed: process.stdin.isTTY === true,
  };
  // A reader such as head may close the pipe early; that is not a failure.
  process.stdout.on("error", () => process.exit(0));
  if (name === "--version" || name === "-v") return version(io);
  try {
    if (name === "help" || name === "--help" || name === "-h") return await help(rest[0], io);
    const { checkRuntime } = await import("@a2a/types/internal");
    checkRuntime();
    const command = commandNamed(name);
    if (command === undefined) throw await unknownCommand(name);
    if (rest.includes("--help") || rest.includes("-h")) return help(name, io);
    return await (await command.load()).run(rest, io);
  } catch (error) {
    if (stop.signal.aborted) return 130;
    const { failureOf, printed } = await import("./cli/failure.ts");
    const { failsAsJson } = await import("./settings/arguments.ts");
    const failure = failureOf(error, commandNamed(name) ? name : "");
    if (failsAsJson(rest, io)) io.out(`${printed(failure, true)}\n`);
    else io.err(`${printed(failure, false)}\n`);
    return failure.exit;
  }
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

async function help(name: string | undefined, io: Io): Promise<number> {
  const command = commandNamed(name);
  if (command === undefined && name !== undefined) throw await unknownCommand(name);
  io.out(`${command ? (await command.load()).usage : (await import("./cli/help.ts")).mainUsage()}\n`);
  return 0;
}

async function unknownCommand(name: string): Promise<Error> {
  const { UsageError } = await import("./cli/failure.ts");
  const { didYouMean } = await import("@a2a/types/internal");
  return new UsageError(
    `unknown command "${name}"; ${didYouMean(name, listedCommands(), "a2a help lists the commands")}`,
  );
}

async function version(io: Io): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  io.out(`${(manifest as { version: string }).version}\n`); // our own manifest
  return 0;
}
