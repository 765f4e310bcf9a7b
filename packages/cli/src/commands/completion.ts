import { AgentsFile } from "../agents-file/agents-file.ts";
import { readArguments, required, textFlag } from "../cli/arguments.ts";
import { commandTable } from "../cli/command-table.ts";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { completionWords } from "../completion/command-words.ts";
import { completionScript, shells } from "../completion/scripts.ts";
import { agentsFile } from "../settings/config-files.ts";

export const usage = `a2a completion bash|zsh|fish|powershell   prints a script that completes commands, flags and the names of agents

  bash:        source <(a2a completion bash)                            in ~/.bashrc
  zsh:         source <(a2a completion zsh)                             in ~/.zshrc, after compinit
  fish:        a2a completion fish | source                             in ~/.config/fish/config.fish
  powershell:  a2a completion powershell | Out-String | Invoke-Expression   in $PROFILE`;

/** Prints the script for a shell. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args);
  const name = required(given, 0, `the name of a shell: ${shells.join(", ")}`);
  const shell = shells.find((known) => known === name);
  if (shell === undefined) throw new UsageError(`a2a completion ${name}: expected ${shells.join(", ")}`);
  io.out(completionScript(shell, await completionWords(commandTable)));
  return 0;
}

/** Prints what can only be known at the moment of completion, for the scripts: the names of agents. It never fails. */
export async function complete(args: readonly string[], io: Io): Promise<number> {
  if (args[0] !== "agents") return 0;
  try {
    const file = agentsFile(textFlag(readArguments([], {}, io), "config"), io);
    // Shells expand what they complete with: a name that means something to them is not offered.
    const names = file === undefined ? [] : new AgentsFile(file).names.filter((name) => /^[\w.-]+$/.test(name));
    io.out(names.map((name) => `${name}\n`).join(""));
  } catch {
    // In the middle of a line is no place to complain about a file.
  }
  return 0;
}
