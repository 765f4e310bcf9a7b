import { commandTable } from "../../src/cli/command-table.ts";
import { commonFlags, type Option, turnFlags, variableOf } from "../../src/cli/options.ts";

/** The reference of the command line, from the table of commands and that of flags. */
export async function cliReference(): Promise<string> {
  const sections: string[] = [];
  for (const [name, { summary, load, hidden }] of Object.entries(commandTable)) {
    if (hidden) continue;
    const { usage } = await load();
    sections.push(`## a2a ${name}\n\n${sentence(summary)}\n\n\`\`\`text\n${usage}\n\`\`\`\n`);
  }
  return `<!-- Generated from the commands: npm run docs in packages/cli. Do not edit. -->

# The command line

\`a2a\` speaks with agents of every protocol generation. It follows the public a2a-cli specification;
[cli-compliance.yaml](cli-compliance.yaml) says how far.

Answers go to stdout: \`Label: value\` lines with indented blocks, or with \`-o json\` one object of the protocol, with \`--stream\` one
a line. Everything else goes to stderr. Exit status: 0 done, 1 failed, 2 wrong usage, 3 out of reach, 4 credentials, 5 time-out,
130 interrupted. What became of a task is in its state, never in the exit status.

${sections.join("\n")}
## Flags

Flags of every command about an agent. The variable can be set in the environment or in a \`.env\` file.

${table(commonFlags)}

## Flags about messages and tasks

${table(turnFlags)}

## Settings

A flag counts most, then the environment, then the local file (the nearest \`.env\` here or above, or the one of \`--config\`), then
\`~/.config/a2a-cli/.env\`, then the default. \`a2a config show\` tells what counts, and why; a variable that takes several values
takes them separated by commas. Agents with names are in the nearest \`a2a.config.yaml\`, \`.yml\` or \`.json\`, in the sections
\`a2a.clients\` and \`a2a.remoteAgents\`; a name stands wherever an agent is expected.

## Errors

A failure is \`{"error": {"code", "message", "hint", "a2aCode"}}\` on stdout with \`-o json\`, and three lines on stderr without. The code is
the protocol's own name, such as \`TaskNotFoundError\`, or one of these:

| Code | Exit status | Means |
|---|---|---|
| \`A2ACLI_ERR_USAGE\` | 2 | the command was called wrongly |
| \`A2ACLI_ERR_CARD_NOT_FOUND\` | 3 | there is no card there |
| \`A2ACLI_ERR_CARD_INVALID\` | 1 | what is there is no valid card |
| \`A2ACLI_ERR_UNREACHABLE\` | 3 | the agent cannot be reached |
| \`A2ACLI_ERR_CREDENTIALS_MISSING\` | 4 | the agent asks for credentials |
| \`A2ACLI_ERR_AUTH_FAILED\` | 4 | the agent refuses the credentials |
| \`A2ACLI_ERR_TIMEOUT\` | 5 | \`--timeout\` is over |
| \`A2ACLI_ERR_INTERNAL\` | 1 | something that should not happen |
| \`A2AKIT_…\` | 1 | what the specification has no code for, such as \`A2AKIT_SIGNATURE\` |
`;
}

function table(flags: Readonly<Record<string, Option>>): string {
  const rows = Object.entries(flags).map(([name, option]) => {
    const { short, value, help = "", standard, otherwise, settable, multiple } = option;
    const spelled = `${short ? `\`-${short}\`, ` : ""}\`--${name}${value ? ` ${value}` : ""}\`${multiple ? ", repeatable" : ""}`;
    const variable = settable === false ? "" : `\`${variableOf(name)}\``;
    return `| ${spelled} | ${help} | ${standard ?? otherwise ?? ""} | ${variable} |`;
  });
  return ["| Flag | Means | Default | Variable |", "|---|---|---|---|", ...rows].join("\n");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
