import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { NamedAgent } from "@a2a/client";
import { type Given, textFlag } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, shellWord } from "../cli/io.ts";
import { agentsFile } from "../settings/config-files.ts";

/** The agent that is meant: by its address, the file of its card, or its name. */
export type Target = { readonly reference: string } & (
  | { readonly url: string; readonly named?: NamedAgent }
  | { readonly file: string }
);

/** What names the agent: an argument, a flag, the environment or a file. */
export function agentReference(given: Given, argument?: string): { reference: string; isName: boolean } {
  if (argument !== undefined) return { reference: argument, isName: false };
  const card = textFlag(given, "agent-card");
  const name = textFlag(given, "agent");
  const byFlag = given.sources["agent-card"] === "flag";
  if (byFlag && given.sources.agent === "flag")
    throw new UsageError("--agent and --agent-card name one agent each: give one");
  if (name !== undefined && !byFlag) return { reference: name, isName: true };
  if (card !== undefined) return { reference: card, isName: false };
  throw new UsageError("no agent: pass --agent-card URL or --agent NAME, or set A2ACLI_AGENT_CARD");
}

/** Finds out what a reference means. */
export async function findTarget(given: Given, io: Io, argument?: string): Promise<Target> {
  const { reference, isName } = agentReference(given, argument);
  if (!isName && /^https?:\/\//i.test(reference)) return { reference, url: reference };
  if (!isName && reference.startsWith("file://")) return { reference, file: fileURLToPath(reference) };
  if (isName || /^[\w-]+$/.test(reference)) {
    const named = await agentNamed(reference, isName, given, io);
    if (named) return { reference, url: named.url, named };
  }
  if (/^[./~]|\.json$/i.test(reference) || existsSync(reference)) return { reference, file: reference };
  const local = /^(localhost|127\.|\[::1\])/.test(reference);
  const url = `${local ? "http" : "https"}://${reference}`;
  if (!URL.canParse(url))
    throw new UsageError(`--agent-card ${reference}: expected an address, a host, a file or a name`);
  return { reference, url };
}

/** The flags that name the same agent, in the same way, for a command to be copied. */
export function agentFlags(given: Given, argument?: string): string {
  const { reference, isName } = agentReference(given, argument);
  const flags = [`${isName ? "--agent" : "--agent-card"} ${shellWord(reference)}`];
  for (const name of ["a2a-version", "config"]) {
    const value = textFlag(given, name);
    if (value !== undefined && given.sources[name] === "flag") flags.push(`--${name} ${shellWord(value)}`);
  }
  return flags.join(" ");
}

async function agentNamed(name: string, mustExist: boolean, given: Given, io: Io): Promise<NamedAgent | undefined> {
  const file = agentsFile(textFlag(given, "config"), io);
  if (file === undefined) {
    if (mustExist) throw new UsageError(`--agent ${name}: there is no a2a.config.yaml here or above`);
    return undefined;
  }
  const { loadConfig, namedAgents } = await import("@a2a/client/config");
  const agents = namedAgents(loadConfig({ file, environment: io.env }));
  const named = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (named === undefined && mustExist) {
    const known = Object.keys(agents).join(", ") || "none";
    throw new UsageError(`--agent ${name}: ${file} has no agent of this name; it has ${known}`);
  }
  return named;
}
