import { commandTable } from "../../src/cli/command-table.ts";
import { commonFlags, type Option, turnFlags, variableOf } from "../../src/cli/options.ts";

/** The command line reference, generated from the tables of commands and flags. */
export async function cliReference(): Promise<string> {
  const sections: string[] = [];
  for (const [name, { summary, load, hidden }] of Object.entries(commandTable)) {
    if (hidden) continue;
    const { usage } = await load();
    sections.push(`## a2a ${name}\n\n${sentence(summary)}\n\n\`\`\`text\n${usage}\n\`\`\`\n`);
  }
  return `<!-- Generated from the commands: npm run generate. Do not edit. -->

# The command line

\`a2a\` calls, checks and serves agents of every protocol version. It follows the public a2a-cli specification;
[cli-compliance.yaml](cli-compliance.yaml) lists the requirements that it meets.

Results go to stdout: \`Label: value\` lines with indented blocks, tables for lists, or with \`-o json\` one protocol object (with
\`--stream\`, one per line). Everything else goes to stderr. Exit status: 0 success, 1 failure, 2 wrong usage, 3 unreachable,
4 credentials, 5 timeout, 130 interrupted. A task that failed does not change the exit status; its state is in the output.

${sections.join("\n")}
## Flags

The flags of every command that calls an agent. Set the variable in the environment or in a \`.env\` file. All variables begin with \`A2ACLI_\`, as the
a2a-cli specification says. \`A2A_STORE\` and \`A2A_CONFIG\`, which programs with this toolkit read as well, still work where \`A2ACLI_STORE\` and
\`A2ACLI_CONFIG\` are not set.

${table(commonFlags)}

## Flags about messages and tasks

${table(turnFlags)}

## Settings

Order of precedence: a flag, the environment, the local \`.env\` file (the nearest in the working directory or above, or \`--config\`),
\`~/.config/a2a-cli/.env\`, the default. A \`.env\` file that was found and not named by \`--config\` may belong to a project that you
have just checked out: it sets output, timeouts, versions and transports, but no address, no credentials and no \`--insecure\`. Likewise,
credentials of the environment are not sent to an agent whose address is in a configuration file that was found and not named. \`a2a config show\` prints the effective settings and their sources. Variables with several
values take them separated by commas. Named agents are in the [configuration file](configuration.md), in the sections \`a2a.clients\`
and \`a2a.remoteAgents\`; use a name wherever an agent is expected.

## Errors

A failure is \`{"error": {"code", "message", "hint", "a2aCode"}}\` on stdout with \`-o json\`, and three lines on stderr without. The code is
the protocol's own name, such as \`TaskNotFoundError\`, or one of these:

| Code | Exit status | Meaning |
|---|---|---|
| \`A2ACLI_ERR_USAGE\` | 2 | the command was called with wrong arguments |
| \`A2ACLI_ERR_CARD_NOT_FOUND\` | 3 | no card was found |
| \`A2ACLI_ERR_CARD_INVALID\` | 1 | the card is invalid |
| \`A2ACLI_ERR_UNREACHABLE\` | 3 | the agent is unreachable |
| \`A2ACLI_ERR_CREDENTIALS_MISSING\` | 4 | the agent requires credentials, and none were sent |
| \`A2ACLI_ERR_AUTH_FAILED\` | 4 | the agent rejected the credentials |
| \`A2ACLI_ERR_TIMEOUT\` | 5 | the time limit of \`--timeout\` was exceeded |
| \`A2ACLI_ERR_INTERNAL\` | 1 | an internal error |
| \`A2AKIT_…\` | 1 | a failure that the specification has no code for, such as \`A2AKIT_SIGNATURE\` |
`;
}

function table(flags: Readonly<Record<string, Option>>): string {
  const rows = Object.entries(flags).map(([name, option]) => {
    const { short, value, help = "", standard, otherwise, settable, multiple } = option;
    const spelled = `${short ? `\`-${short}\`, ` : ""}\`--${name}${value ? ` ${value}` : ""}\`${multiple ? ", repeatable" : ""}`;
    const variable = settable === false ? "" : `\`${variableOf(name)}\``;
    return `| ${spelled} | ${help} | ${standard ?? otherwise ?? ""} | ${variable} |`;
  });
  return ["| Flag | Meaning | Default | Variable |", "|---|---|---|---|", ...rows].join("\n");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
