import { type ParseArgsConfig, parseArgs } from "node:util";
import { isProtocolVersion, type ProtocolVersion } from "@a2a/types";
import { UsageError } from "./failure.ts";

/** Flags that every command about an agent takes. */
export const commonFlags = {
  "agent-card": { type: "string", short: "a" },
  "a2a-version": { type: "string" },
  transport: { type: "string", multiple: true },
  bearer: { type: "string" },
  "api-key": { type: "string" },
  "svc-param": { type: "string", multiple: true },
  output: { type: "string", short: "o" },
  timeout: { type: "string" },
  "poll-interval": { type: "string" },
  debug: { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsConfig["options"];

/** What was given on the command line. */
export interface Given {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
  /** Options in the order in which they were given. */
  readonly ordered: readonly { readonly name: string; readonly value: string | undefined }[];
}

/** Reads the arguments of a command. Throws a `UsageError` for what it does not know. */
export function readArguments(args: readonly string[], flags: ParseArgsConfig["options"] = {}): Given {
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options: { ...commonFlags, ...flags },
      allowPositionals: true,
      tokens: true,
    });
    const ordered = tokens.flatMap((token) =>
      token.kind === "option" ? [{ name: token.name, value: token.value }] : [],
    );
    return { values, positionals, ordered };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
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
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text);
  if (!match) throw new UsageError(`--${name} ${text}: expected a time such as 30, 500ms or 2m`);
  const unit = match[2] === "ms" ? 1 : match[2] === "m" ? 60_000 : 1_000;
  return Number(match[1]) * unit;
}

/** A flag that holds a protocol version. */
export function versionFlag(given: Given, name: string): ProtocolVersion | undefined {
  const text = textFlag(given, name);
  if (text === undefined || isProtocolVersion(text)) return text;
  throw new UsageError(`--${name} ${text}: expected 1.0, 0.3, 0.2 or 0.1`);
}

/** Whether the answer is wanted as JSON. */
export function wantsJson(given: Given): boolean {
  const output = textFlag(given, "output") ?? "text";
  if (output !== "text" && output !== "json") throw new UsageError(`--output ${output}: expected text or json`);
  return output === "json";
}

/** The first argument that is no flag. */
export function required(given: Given, index: number, what: string): string {
  const value = given.positionals[index];
  if (value === undefined) throw new UsageError(`expected ${what}`);
  return value;
}
