import type { Entry } from "../cli/command-table.ts";
import { commonFlags, type Option } from "../cli/options.ts";

/** The completions of a command. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly verbs: readonly string[];
  readonly flags: readonly string[];
  /** Whether it takes the name of an agent. */
  readonly takesAgent: boolean;
}

/** All completions. */
export interface Words {
  readonly commands: readonly CommandWords[];
  /** Flags with a free value, often a file. */
  readonly valued: readonly string[];
  /** Flags with an enumerated value. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** Flags that take the name of an agent. */
  readonly agents: readonly string[];
}

const CHOICES = {
  "--output": ["text", "json"],
  "-o": ["text", "json"],
  "--a2a-version": ["1.0", "0.3", "0.2", "0.1", "auto"],
  "--transport": ["JSONRPC", "HTTP+JSON", "GRPC"],
};
const AGENTS = ["--agent", "--agent-card", "-a"];

/** The words of all commands, taken from their help: undocumented flags are not completed. */
export async function completionWords(table: Readonly<Record<string, Entry>>): Promise<Words> {
  const common = Object.entries(commonFlags as Readonly<Record<string, Option>>);
  const valued = new Set(
    common.filter(([, { type }]) => type === "string").flatMap(([name, option]) => spelled(name, option)),
  );
  const commands: CommandWords[] = [];
  for (const [name, { summary, load, hidden }] of Object.entries(table)) {
    if (hidden) continue;
    const { usage } = await load();
    const flags = new Set(common.flatMap(([flag, option]) => spelled(flag, option)));
    for (const [, flag = "", value] of usage.matchAll(FLAG)) {
      flags.add(flag);
      if (value !== undefined) valued.add(flag);
    }
    commands.push({ name, summary, ...formsOf(name, usage), flags: [...flags] });
  }
  for (const flag of [...Object.keys(CHOICES), ...AGENTS]) valued.delete(flag);
  return { commands, valued: [...valued], choices: CHOICES, agents: AGENTS };
}

/** A flag and the placeholder of its value: a word in capitals, alternatives, or numbers. */
const FLAG = /(?<![\w-])(--[a-z][\w-]*)(?: ([A-Z0-9][^\s\])]*|\w+\|[^\s\])]*))?/g;

function spelled(name: string, { short }: Option): string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** The subcommands of a command, and whether it takes an agent, from the usage lines of its help. */
function formsOf(name: string, usage: string): Pick<CommandWords, "verbs" | "takesAgent"> {
  const forms = usage.split("\n").filter((text) => text.startsWith(`a2a ${name} `));
  const verbs = forms.flatMap((form) => {
    const word = form.slice(`a2a ${name} `.length).split(" ")[0] ?? "";
    return /^[a-z][a-z|-]*$/.test(word) ? word.split("|") : [];
  });
  return { verbs: [...new Set(verbs)], takesAgent: forms.some((form) => /\b(AGENT|NAME|REF)\b/.test(form)) };
}
