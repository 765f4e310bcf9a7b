import { runCommand } from "../src/cli/run-command.ts";
import { OWN_ENVIRONMENT, type Ran } from "./child.ts";

/** Runs a command in this process, where starting another would prove nothing more and take longer. */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = "",
): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await runCommand(args, {
    stdin: (async function* () {
      yield input;
    })(),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    env: { ...OWN_ENVIRONMENT, ...env },
    signal: new AbortController().signal,
  });
  return { code, out, err };
}
