import { listCommands } from "./command-table.ts";
import { commonFlags, describeFlags } from "./options.ts";

/** The commands, and the flags that they share. */
export function mainUsage(): string {
  return `a2a COMMAND [flags]

${listCommands()}

  a2a help COMMAND shows the usage of a command, with examples

Examples:
  a2a demo-server --port 4100
  a2a send http://localhost:4100 "hello"
  a2a chat http://localhost:4100

Flags of every command that calls an agent:

${describeFlags(commonFlags)}
  -v, --version         prints the version of this tool

  The environment (A2ACLI_TIMEOUT for --timeout) and .env files can set these flags too; a2a config show prints the
  effective settings and their sources. Exit status: 0 success, 1 failure, 2 wrong usage, 3 unreachable, 4 credentials,
  5 timeout, 130 interrupted. A task that failed does not change the exit status, unless a2a send has --exit-status.`;
}
