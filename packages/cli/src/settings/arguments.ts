import { parseArgs } from "node:util";
import { isProtocolVersion, protocolVersions } from "@a2a/types";
import type { KnownVersion } from "@a2a/types/internal";
import { didYouMean } from "@a2a/types/internal";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { commonFlags, type Option } from "../cli/options.ts";
import { effectiveSettings, type FlagValue } from "./settings.ts";

/** The arguments of a command, with the settings that apply to it. */
export interface Given {
  readonly values: Readonly<Record<string, FlagValue | undefined>>;
  readonly positionals: readonly string[];
  /** Options in the order in which they were given. */
  readonly ordered: readonly { readonly name: string; readonly value: string | undefined }[];
  /** The source of each value: `flag`, `environment`, `default`, or the path of a file. */
  readonly sources: Readonly<Record<string, string>>;
}

/**
 * Reads the arguments of a command; with `io`, also the environment, the settings files and the defaults. Throws a `UsageError` for an
 * unknown flag, and suggests the one that was meant.
 */
export function readArguments(args: readonly string[], flags: Readonly<Record<string, Option>> = {}, io?: Io): Given {
  const options = { ...commonFlags, ...flags };
  const { values, positionals, tokens } = parsed(args, options);
  const ordered = tokens.flatMap((token) =>
    token.kind === "option" ? [{ name: token.name, value: token.value }] : [],
  );
  if (io === undefined) {
    return { values, positionals, ordered, sources: Object.fromEntries(ordered.map(({ name }) => [name, "flag"])) };
  }
  const settings = [...effectiveSettings(options, values, io)];
  return {
    values: Object.fromEntries(settings.map(([name, { value }]) => [name, value])),
    positionals,
    ordered,
    sources: Object.fromEntries(settings.map(([name, { source }]) => [name, source])),
  };
}

function parsed(args: readonly string[], options: Readonly<Record<string, Option>>) {
  try {
    const result = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
    return { ...result, values: withTransport(withJson(result.values)) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(explained(error, options));
  }
}

/** `--json` is short for `-o json`. */
function withJson<Values extends Readonly<Record<string, FlagValue | undefined>>>(values: Values) {
  if (values.json !== true) return values;
  if (values.output !== undefined && values.output !== "json") {
    throw new UsageError("--json and --output text contradict each other: give one of them");
  }
  return { ...values, output: "json" };
}

/** `--binding` is another name of `--transport`. */
function withTransport<Values extends Readonly<Record<string, FlagValue | undefined>>>({ binding, ...values }: Values) {
  if (!Array.isArray(binding)) return values;
  return { ...values, transport: [...(Array.isArray(values.transport) ? values.transport : []), ...binding] };
}

/** Node's message about arguments, shorter and with the flag that was meant. */
function explained(error: unknown, options: Readonly<Record<string, Option>>): string {
  const { message, code } = error as Error & { code?: string }; // parseArgs throws nothing else
  const [flag = ""] = /--?[\w-]+/.exec(/--[\w-]+/.exec(message)?.[0] ?? message) ?? [];
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const known = Object.keys(options).map((name) => `--${name}`);
    const [typed = flag] = /(?<=')-[^']*(?=')/.exec(message) ?? [];
    return `unknown flag ${typed}; ${didYouMean(typed, known, "--help lists the flags")}`;
  }
  if (message.includes("does not take an argument")) return `${flag} takes no value`;
  if (message.includes("ambiguous")) return `${flag} needs a value; write ${flag}=VALUE for one that starts with -`;
  return code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE" ? `${flag} needs a value` : message;
}

/** Whether a failure is to be printed as JSON, as far as arguments that may be wrong tell. */
export function failsAsJson(args: readonly string[], io: Io): boolean {
  const { output, json } = commonFlags;
  const { values } = parseArgs({ args: [...args], options: { output, json }, strict: false });
  if (values.json === true) return true;
  try {
    return effectiveSettings({ output }, { output: values.output }, io).get("output")?.value === "json";
  } catch {
    return values.output === "json"; // a settings file is what is wrong
  }
}

/** A flag that holds a text. */
export function textFlag({ values }: Given, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** A flag that holds seconds, as milliseconds. */
export function secondsFlag(given: Given, name: string): number | undefined {
  const text = textFlag(given, name);
  if (text === undefined) return undefined;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  if (!match) throw new UsageError(`--${name} ${text}: expected a time such as 30, 500ms, 2m or 1h`);
  const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[match[2] ?? "s"] ?? 1_000;
  return Number(match[1]) * unit;
}

/** A flag that holds a whole number above zero. */
export function numberFlag(given: Given, name: string): number | undefined {
  const text = textFlag(given, name);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`--${name} ${text}: expected a whole number above zero`);
  return Number(text);
}

/** A flag that holds a whole number, zero included. */
export function wholeFlag(given: Given, name: string): number | undefined {
  const text = textFlag(given, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} ${text}: expected a whole number`);
  return Number(text);
}

/** Whether a flag without a value is set. */
export function isSet({ values }: Given, name: string): boolean {
  return values[name] === true;
}

/** Whether a value was set on the command line, in the environment or in a file, and is not the default. */
export function isAsked({ sources }: Given, name: string): boolean {
  return sources[name] !== undefined && sources[name] !== "default";
}

/** A flag that may be given several times. */
export function textsFlag({ values }: Given, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

/** The protocol versions to use: versions older than 1.0 only on request. */
export function versionsFlag(given: Given): readonly KnownVersion[] {
  if (textFlag(given, "a2a-version") === "auto") return protocolVersions;
  return [versionFlag(given, "a2a-version") ?? "1.0"];
}

/** A flag that holds a protocol version. */
export function versionFlag(given: Given, name: string): KnownVersion | undefined {
  const text = textFlag(given, name);
  if (text === undefined || isProtocolVersion(text)) return text;
  throw new UsageError(`--${name} ${text}: expected 1.0, 0.3, 0.2 or 0.1`);
}

/** Whether the output format is JSON. */
export function wantsJson(given: Given): boolean {
  const output = textFlag(given, "output") ?? "text";
  if (output !== "text" && output !== "json") throw new UsageError(`--output ${output}: expected text or json`);
  return output === "json";
}

/** A positional argument that must be there. */
export function required(given: Given, index: number, what: string): string {
  const value = given.positionals[index];
  if (value === undefined) throw new UsageError(`missing argument: expected ${what}`);
  return value;
}

/** Refuses arguments beyond those a command takes. */
export function noMoreThan(given: Given, count: number, taken: string): void {
  const extra = given.positionals[count];
  if (extra !== undefined) throw new UsageError(`unexpected argument ${extra}: the command takes ${taken}`);
}
