import { commandNamed } from "../src/cli/command-table.ts";
import { failureOf, printed } from "../src/cli/failure.ts";
import type { Ran } from "./child.ts";

/** Runs a command in this process, where starting another would prove nothing more and take longer. */
export async function runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  let out = "";
  let err = "";
  const [name, ...rest] = args;
  const io = {
    stdin: (async function* () {})(),
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    env,
    signal: new AbortController().signal,
  };
  try {
    const command = await commandNamed(name)?.load();
    const code = (await command?.run(rest, io)) ?? null;
    return { code, out, err };
  } catch (error) {
    const failure = failureOf(error);
    return { code: failure.exit, out, err: `${err}${printed(failure, false)}\n` };
  }
}
