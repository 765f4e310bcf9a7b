import { didYouMean } from "@a2a/types/internal";
import { AgentsFile } from "../agents-file/agents-file.ts";
import { commandTable } from "../cli/command-table.ts";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { oneOf } from "../cli/suggest.ts";
import { completionWords } from "../completion/command-words.ts";
import { completionScript, shells } from "../completion/scripts.ts";
import { readArguments, required, textFlag } from "../settings/arguments.ts";
import { agentsFile } from "../settings/config-files.ts";

export const usage = `a2a completion bash|zsh|fish|powershell   prints a completion script for commands, flags and agent names

  bash:        source <(a2a completion bash)                            in ~/.bashrc
  zsh:         source <(a2a completion zsh)                             in ~/.zshrc, after compinit
  fish:        a2a completion fish | source                             in ~/.config/fish/config.fish
  powershell:  a2a completion powershell | Out-String | Invoke-Expression   in $PROFILE

Examples:
  source <(a2a completion bash)
  a2a completion zsh > ~/.zfunc/_a2a`;

/** Prints the script for a shell. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args);
  const name = required(given, 0, `the name of a shell: ${shells.join(", ")}`);
  const shell = shells.find((known) => known === name);
  if (shell === undefined)
    throw new UsageError(`unknown shell "${name}"; ${didYouMean(name, shells, `expected ${oneOf(shells)}`)}`);
  io.out(completionScript(shell, await completionWords(commandTable)));
  return 0;
}

/** Prints the dynamic completions for the scripts: the names of agents. Never fails. */
export async function complete(args: readonly string[], io: Io): Promise<number> {
  if (args[0] !== "agents") return 0;
  try {
    const file = await agentsFile(textFlag(readArguments([], {}, io), "config"), io);
    // Shells expand completions: names with special characters are not offered.
    const names = file === undefined ? [] : new AgentsFile(file).names.filter((name) => /^[\w.-]+$/.test(name));
    io.out(names.map((name) => `${name}\n`).join(""));
  } catch {
    // A broken file must not disturb the line that is being typed.
  }
  return 0;
}
