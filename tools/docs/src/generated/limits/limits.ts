import { errorTable } from "@a2a/bridge";
import { clientLimits } from "./client-limits.ts";
import { defaultIn } from "./defaults.ts";
import { gatewayLimits } from "./gateway-limits.ts";
import { grpcLimits } from "./grpc-limits.ts";
import { optionDocs } from "./option-docs.ts";
import type { Beyond, FixedLimit, OptionLimits, Section, Unit } from "./section.ts";
import { serverLimits } from "./server-limits.ts";
import { storageLimits } from "./storage-limits.ts";

/** A limit of the toolkit. */
export interface Limit {
  /** The option that changes it; absent where it is fixed. */
  readonly option?: string;
  /** The doc comment of the option, or the meaning of a fixed limit. */
  readonly comment: string;
  /** The default, or how it is described if it is not a constant. */
  readonly value: number | string;
  readonly unit: Unit;
  readonly beyond: Beyond;
}

/** Every section of the page. */
export const sections: readonly Section[] = [
  ...serverLimits,
  ...grpcLimits,
  ...storageLimits,
  ...clientLimits,
  ...gatewayLimits,
];

/** The limits of a section, with the defaults and doc comments that the sources have. */
export function limitsOf({ options, fixed = [] }: Section): Limit[] {
  return [...options.flatMap(optionLimits), ...fixed.map(fixedLimit)];
}

function optionLimits(limits: OptionLimits): Limit[] {
  const { file, options, prefix, beyond, others = [] } = limits;
  const docs = optionDocs(file, options);
  for (const name of Object.keys(docs)) {
    if (name in beyond || others.includes(name)) continue;
    throw new Error(`${options}.${name} (${file}) is new: list it as a limit, or under \`others\``);
  }
  return Object.entries(beyond).map(([name, outcome]) => {
    const comment = docs[name];
    if (comment === undefined) throw new Error(`${options} (${file}) has no member ${name}`);
    return { option: prefix + name, comment, value: defaultValue(limits, name), unit: unitOf(name), beyond: outcome };
  });
}

function defaultValue({ file, defaults = file, elsewhere = {} }: OptionLimits, name: string): number | string {
  const place = elsewhere[name] ?? { file: defaults };
  return "words" in place ? place.words : defaultIn(place.file, place.name ?? name, place.of);
}

function fixedLimit({ file, name, meaning, unit = "count", beyond }: FixedLimit): Limit {
  return { comment: meaning, value: defaultIn(file, name), unit, beyond };
}

function unitOf(name: string): Unit {
  if (name.endsWith("Ms")) return "ms";
  if (/Bytes|MessageSize/.test(name)) return "bytes";
  return /Size|Length/.test(name) ? "characters" : "count";
}

/** How the page tells what happens beyond a limit. */
export function describeBeyond({ beyond, value }: Limit): string {
  if (typeof beyond === "string") return beyond;
  const message = `“${beyond.message.replace("{}", Number.isFinite(value) ? String(value) : "…")}”`;
  if ("local" in beyond) return `\`${beyond.local}\`: ${message}`;
  const { rpc, http } = errorTable[beyond.code];
  return `\`${beyond.code}\` (HTTP ${http}, JSON-RPC ${rpc}): ${message}`;
}
