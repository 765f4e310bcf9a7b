import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { type Option, variableOf } from "../cli/options.ts";
import { localEnvFile, userFolder } from "./config-files.ts";

/** The value of a flag. */
export type FlagValue = string | boolean | readonly (string | boolean)[];

/** An effective value and its source. */
export interface Setting {
  readonly value: FlagValue;
  /** `flag`, `environment`, `default`, or the path of a file. */
  readonly source: string;
}

interface Layer {
  readonly source: string;
  /** Whether it was found in the working directory or above, and not named by the user. */
  readonly isFound?: boolean;
  readonly texts: Readonly<Record<string, string | undefined>>;
}

/** The value of each flag that has one: from the command line, else the environment, the local and the global file, or the default. */
export function effectiveSettings(
  options: Readonly<Record<string, Option>>,
  flags: Readonly<Record<string, FlagValue | undefined>>,
  io: Io,
): Map<string, Setting> {
  const { env } = io;
  const named = flags.config ?? env[variableOf("config")];
  const local = localEnvFile(typeof named === "string" ? named : undefined);
  const layers: Layer[] = [
    { source: "environment", texts: env },
    ...(local === undefined ? [] : readEnvFile(local, named !== undefined, io)).map((layer) =>
      named === undefined ? { ...layer, isFound: true } : layer,
    ),
    ...readEnvFile(join(userFolder(io), ".env"), false, io),
  ];
  const settings = new Map<string, Setting>();
  for (const [name, option] of Object.entries(options)) {
    const setting = fromFlag(flags[name]) ?? fromLayers(name, option, layers) ?? fromDefault(option);
    if (setting) settings.set(name, setting);
  }
  if (settings.get("quiet")?.value !== true) warnOfIgnored(options, layers, io);
  return settings;
}

function fromFlag(value: FlagValue | undefined): Setting | undefined {
  return value === undefined ? undefined : { value, source: "flag" };
}

function fromLayers(name: string, option: Option, layers: readonly Layer[]): Setting | undefined {
  if (option.settable === false) return undefined;
  const variable = variableOf(name);
  for (const { source, texts, isFound } of layers) {
    const text = isFound && !option.harmless ? undefined : texts[variable];
    if (text !== undefined && text !== "") return { value: readText(variable, text, option), source };
  }
  return undefined;
}

/** A file that the user did not name, such as that of a fresh checkout, cannot set everything. */
function warnOfIgnored(options: Readonly<Record<string, Option>>, layers: readonly Layer[], io: Io): void {
  for (const { source, texts, isFound } of layers) {
    if (!isFound) continue;
    const ignored = Object.entries(options)
      .filter(([name, { settable, harmless }]) => settable !== false && !harmless && texts[variableOf(name)])
      .map(([name]) => variableOf(name));
    if (ignored.length === 0) continue;
    const them = `${ignored.join(", ")} ${ignored.length === 1 ? "is" : "are"}`;
    io.err(`Warning: ${them} ignored in ${source}, which nobody named; pass --config ${source} to use it\n`);
  }
}

function fromDefault({ standard }: Option): Setting | undefined {
  return standard === undefined ? undefined : { value: standard, source: "default" };
}

function readText(variable: string, text: string, { type, multiple }: Option): FlagValue {
  if (type === "string") return multiple ? text.split(",").map((part) => part.trim()) : text;
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new UsageError(`${variable}=${text}: expected true or false`);
}

function readEnvFile(path: string, isNamed: boolean, io: Io): Layer[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    if (isNamed) throw new UsageError(`--config ${path}: cannot read the file`);
    return [];
  }
  const texts = parseEnv(text);
  const secret = [variableOf("bearer"), variableOf("api-key")].find((name) => texts[name]);
  if (secret !== undefined && process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) {
    io.err(`Warning: ${path} contains ${secret} and is readable by others; run chmod 600 ${path}\n`);
  }
  return [{ source: path, texts }];
}
