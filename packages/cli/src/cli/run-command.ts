import { commandNamed, listedCommands } from "./command-table.ts";
import type { Io } from "./io.ts";

/** Runs the command that the arguments name, and resolves with the exit status. Prints its failure. */
export async function runCommand(args: readonly string[], io: Io): Promise<number> {
  const [name = "help", ...rest] = args;
  try {
    if (name === "help" || name === "--help" || name === "-h") return await help(rest[0], io);
    const { checkRuntime } = await import("@a2a/types/internal");
    checkRuntime();
    const command = commandNamed(name);
    if (command === undefined) throw await unknownCommand(name);
    if (rest.includes("--help") || rest.includes("-h")) return help(name, io);
    return await (await command.load()).run(rest, io);
  } catch (error) {
    if (io.signal.aborted) return 130;
    const { described, failureOf, printed } = await import("./failure.ts");
    const { failsAsJson } = await import("../settings/arguments.ts");
    const failure = failureOf(error, commandNamed(name) ? name : "");
    if (failsAsJson(rest, io)) io.out(`${printed(failure)}\n`);
    else io.err(`${described(failure, io)}\n`);
    return failure.exit;
  }
}

async function help(name: string | undefined, io: Io): Promise<number> {
  const command = commandNamed(name);
  if (command === undefined && name !== undefined) throw await unknownCommand(name);
  io.out(`${command ? (await command.load()).usage : (await import("./help.ts")).mainUsage()}\n`);
  return 0;
}

async function unknownCommand(name: string): Promise<Error> {
  const { UsageError } = await import("./failure.ts");
  const { didYouMean } = await import("@a2a/types/internal");
  return new UsageError(
    `unknown command "${name}"; ${didYouMean(name, listedCommands(), "a2a help lists the commands")}`,
  );
}
