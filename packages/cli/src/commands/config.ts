import { type Io, json, line } from "../cli/io.ts";
import { commonFlags, type Option, turnFlags, variableOf } from "../cli/options.ts";
import { wrongSubcommand } from "../cli/suggest.ts";
import { type Given, readArguments, textFlag, wantsJson } from "../settings/arguments.ts";
import { agentsFile } from "../settings/config-files.ts";

export const usage = `a2a config show [flags]   shows each setting and its source, without secrets

  Precedence: a flag, the environment (A2ACLI_TIMEOUT for --timeout), the local .env file (the nearest in this folder or
  above, or --config), ~/.config/a2a-cli/.env, the default. A .env file holds lines such as A2ACLI_TIMEOUT=30s.
  A .env file that is found, not named, sets no address, no credentials and no --insecure: it may belong to another project.
  Named agents are in the nearest a2a.config.yaml, .yml or .json, or in the file that --config names.

Examples:
  a2a config show
  A2ACLI_TIMEOUT=1m a2a config show -o json`;

const options: Readonly<Record<string, Option>> = { ...commonFlags, ...turnFlags };

/** Shows the effective settings. Changes nothing. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb = "show", ...rest] = args;
  if (verb !== "show") throw wrongSubcommand("config", verb, ["show"]);
  const given = readArguments(rest, turnFlags, io);
  const rows = rowsOf(given);
  const agents = await agentsFile(textFlag(given, "config"), io);
  if (wantsJson(given)) {
    const settings = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
    io.out(`${json({ settings, agentsFile: agents ?? null })}\n`);
    return 0;
  }
  for (const { name, value, source } of rows)
    io.out(`${name}: ${value === null ? "-" : line(value)} (${line(source)})\n`);
  io.out(`agents file: ${agents === undefined ? "- (none)" : line(agents)}\n`);
  return 0;
}

interface Row {
  readonly name: string;
  readonly value: string | null;
  readonly source: string;
}

function rowsOf(given: Given): Row[] {
  return Object.entries(options).flatMap(([name, option]): Row[] => {
    if (option.settable === false) return [];
    const value = given.values[name];
    const source = given.sources[name] ?? "default";
    if (value === undefined) return [{ name, value: option.otherwise ?? null, source }];
    const text = Array.isArray(value) ? value.join(", ") : String(value);
    const where = source === "environment" ? `environment, ${variableOf(name)}` : source;
    return [{ name, value: option.secret ? "***" : text, source: where }];
  });
}
