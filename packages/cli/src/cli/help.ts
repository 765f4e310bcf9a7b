import { listCommands } from "./command-table.ts";
import { commonFlags, describeFlags } from "./options.ts";

/** What the tool can do, and the flags that every command about an agent takes, with their defaults. */
export function mainUsage(): string {
  return `a2a COMMAND [flags]

${listCommands()}

  a2a help COMMAND says more

Flags of every command about an agent:

${describeFlags(commonFlags)}
  -v, --version         the version of this tool

  Each of them can also be set in the environment, as A2ACLI_TIMEOUT for --timeout, or in a .env file; a2a config show
  tells what counts, and why. Exit status: 0 done, 1 failed, 2 wrong usage, 3 out of reach, 4 credentials, 5 time-out,
  130 interrupted. What became of a task is in its state, never in the exit status.`;
}
