import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { NamedAgent } from "@a2a/client";
import type { A2AConfig } from "@a2a/client/config";
import { didYouMean } from "@a2a/types/internal";
import { UsageError } from "../cli/failure.ts";
import { type Io, shellWord } from "../cli/io.ts";
import { type Given, textFlag } from "../settings/arguments.ts";
import { agentsFile, isAgentsFileFound } from "../settings/config-files.ts";

/** The agent that a command is about. */
export type Target = {
  /** The reference as it was given: a URL, a host, a file or a name. */
  readonly reference: string;
  /** Whether it was given as a name with `--agent`. */
  readonly isName?: boolean;
  /** Whether it is the server that the configuration file describes, because nothing else was named. */
  readonly isOwn?: boolean;
  /** The configuration file that holds the address, when that was found in the working directory or above. */
  readonly foundIn?: string;
} & ({ readonly url: string; readonly named?: NamedAgent } | { readonly file: string });

/** Finds the agent that an argument, a flag, the environment or a settings file names, else the configuration's own server. */
export async function findTarget(given: Given, io: Io, argument?: string): Promise<Target> {
  const named = agentReference(given, argument);
  if (named === undefined) return ownAgent(given, io);
  const { reference, isName } = named;
  if (!isName && /^https?:\/\//i.test(reference)) return { reference, url: reference };
  if (!isName && reference.startsWith("file://")) return { reference, file: fileURLToPath(reference) };
  const isWord = /^[\w-]+$/.test(reference);
  if (isName || isWord) {
    const mustExist = isName || !(existsSync(reference) || isLocal(reference));
    const agent = await agentNamed(reference, mustExist, given, io);
    if (agent) return { reference, isName, url: agent.url, named: agent, ...(await foundIn(given, io)) };
  }
  if (/^[./~]|\.json$/i.test(reference) || existsSync(reference)) return { reference, file: reference };
  const url = `${isLocal(reference) ? "http" : "https"}://${reference}`;
  if (!URL.canParse(url)) throw new UsageError(`${reference}: expected the URL, host, card file or name of an agent`);
  return { reference, url };
}

/** Whether a flag, the environment or a settings file names the agent. */
export function namesAgent(given: Given): boolean {
  return textFlag(given, "agent-card") !== undefined || textFlag(given, "agent") !== undefined;
}

/** Whether the configuration file has an agent of this name. */
export async function isConfigured(name: string, given: Given, io: Io): Promise<boolean> {
  if (!/^[\w-]+$/.test(name)) return false;
  const config = await readConfig(given, io);
  return config !== undefined && (Object.hasOwn(config.agents, name) || Object.hasOwn(config.unusable, name));
}

/** The flags that name the same agent, for a command to be copied. */
export function agentFlags({ reference, isName }: Target, given: Given): string {
  const flags = [`${isName ? "--agent" : "--agent-card"} ${shellWord(reference)}`];
  for (const name of ["a2a-version", "config"]) {
    const value = textFlag(given, name);
    if (value !== undefined && given.sources[name] === "flag") flags.push(`--${name} ${shellWord(value)}`);
  }
  return flags.join(" ");
}

function agentReference(given: Given, argument?: string): { reference: string; isName: boolean } | undefined {
  const card = textFlag(given, "agent-card");
  const name = textFlag(given, "agent");
  const byFlag = given.sources["agent-card"] === "flag";
  if (byFlag && given.sources.agent === "flag") throw new UsageError("give either --agent or --agent-card, not both");
  if (argument !== undefined) return { reference: argument, isName: false };
  if (name !== undefined && !byFlag) return { reference: name, isName: true };
  return card === undefined ? undefined : { reference: card, isName: false };
}

/** The server of the configuration file's own section. */
async function ownAgent(given: Given, io: Io): Promise<Target> {
  const config = await readConfig(given, io);
  const { port, bindAddress = "127.0.0.1" } = config?.server ?? {};
  if (!port) {
    throw new UsageError(
      "no agent given: name one as an argument, with --agent-card URL or --agent NAME, or set A2ACLI_AGENT_CARD",
    );
  }
  const host = bindAddress === "0.0.0.0" || bindAddress === "::" ? "127.0.0.1" : bindAddress;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return { reference: url, isOwn: true, url, ...(await foundIn(given, io)) };
}

async function foundIn(given: Given, io: Io): Promise<Pick<Target, "foundIn">> {
  const config = textFlag(given, "config");
  const file = isAgentsFileFound(config, io) ? await agentsFile(config, io) : undefined;
  return file === undefined ? {} : { foundIn: file };
}

async function agentNamed(name: string, mustExist: boolean, given: Given, io: Io): Promise<NamedAgent | undefined> {
  const config = await readConfig(given, io);
  if (config === undefined) {
    if (!mustExist) return undefined;
    throw new UsageError(
      `no agent named ${name}: there is no a2a.config.yaml in this folder or above; for a host, write https://${name}`,
    );
  }
  const { namedAgents } = await import("@a2a/client/config");
  const agents = namedAgents(config);
  if (Object.hasOwn(agents, name)) return agents[name];
  const reason = Object.hasOwn(config.unusable, name) ? config.unusable[name] : undefined;
  if (reason) throw reason;
  if (mustExist) throw unknownAgent(name, [...Object.keys(agents), ...Object.keys(config.unusable)], config.file);
  return undefined;
}

/** The error for a name that the configuration file does not have. */
export function unknownAgent(name: string, known: readonly string[], file: string): UsageError {
  const otherwise = known.length === 0 ? "it has no agents" : `it has ${known.join(", ")}`;
  return new UsageError(`${file} has no agent named ${name}; ${didYouMean(name, known, otherwise)}`);
}

async function readConfig(given: Given, io: Io): Promise<A2AConfig | undefined> {
  const file = await agentsFile(textFlag(given, "config"), io);
  if (file === undefined) return undefined;
  const { loadConfig } = await import("@a2a/client/config");
  return loadConfig({ file, environment: io.env });
}

function isLocal(reference: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(reference);
}
