import { readFileSync, statSync } from "node:fs";
import { LocalError } from "@a2a/types";
import type { NamedAgent } from "../connect/connect.ts";
import { type A2AClientConfig, A2AClientExtended, type ExtendedOptions } from "../extended/a2a-client-extended.ts";
import { type ConfiguredAgent, mergeAgents, toNamedAgent } from "./configured-agent.ts";
import { readDocument } from "./document.ts";
import type { Environment } from "./expand.ts";
import { configFileNames, findConfigFile } from "./find-config-file.ts";
import { ConfigFileSchema } from "./schema.ts";

/** The source of a configuration. */
export interface ConfigSource {
  /** The file. Default: the one that `A2A_CONFIG` names, else the nearest of `configFileNames` in the working directory or above it. */
  file?: string;
  /** The variables to expand. Default: the environment of the process. */
  environment?: Environment;
}

/** A parsed configuration file: agents in one namespace, times in milliseconds. */
export interface A2AConfig {
  readonly file: string;
  /** Whether the server section is enabled. */
  readonly enabled: boolean;
  readonly server: ServerSection;
  /** The agents of `a2a.clients` and `a2a.remoteAgents`, by name. */
  readonly agents: Readonly<Record<string, ConfiguredAgent>>;
  /** The agents that cannot be used because a variable is not set, by name, with an error that names the variable. */
  readonly unusable: Readonly<Record<string, LocalError>>;
}

/** The server section of a configuration file. */
export interface ServerSection {
  readonly port?: number;
  readonly bindAddress?: string;
  readonly allowedOrigins?: readonly string[];
  /** `memory`, or `sqlite:FILE`. */
  readonly store?: string;
}

const MAX_BYTES = 1024 * 1024;

/** Reads a configuration file, YAML or JSON. Throws a `LocalError` `CONFIG` that names file, line and key. */
export function loadConfig({ file, environment = process.env }: ConfigSource = {}): A2AConfig {
  const found = file ?? environment.A2A_CONFIG ?? findConfigFile();
  if (found === undefined) {
    throw new LocalError(
      "CONFIG",
      `no configuration file found: set A2A_CONFIG, or create one of ${configFileNames.join(", ")}`,
    );
  }
  let text: string;
  try {
    if (statSync(found).size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    text = readFileSync(found, "utf8");
  } catch (cause) {
    throw new LocalError("CONFIG", `${found} cannot be read: ${(cause as Error).message}`, { cause });
  }
  return parseConfig(text, { file: found, environment });
}

/** Reads the text of a configuration file. Throws a `LocalError` `CONFIG` that names file, line and key. */
export function parseConfig(
  text: string,
  { file = "config", environment = process.env }: ConfigSource = {},
): A2AConfig {
  const document = readDocument(text, file, environment);
  const read = ConfigFileSchema.safeParse(document.value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const path = (issue?.path ?? []).map((step) => (typeof step === "number" ? step : String(step)));
    throw document.problem(path, issue?.message ?? "it cannot be read", read.error);
  }
  const { enabled = false, server = {}, clients = {}, remoteAgents = {} } = read.data.a2a ?? {};
  const { unusable } = document;
  const agents = mergeAgents(clients, remoteAgents, document);
  const usable = Object.entries(agents).filter(([name]) => !Object.hasOwn(unusable, name));
  return { file, enabled, server, agents: Object.fromEntries(usable), unusable };
}

/** The usable agents of a configuration, ready for `connect(name, { agents })`. */
export function namedAgents({ agents }: A2AConfig): Record<string, NamedAgent> {
  return Object.fromEntries(Object.values(agents).map((agent) => [agent.name, toNamedAgent(agent)]));
}

/** The configuration of an agent, by its name. */
export function getClientConfig(name: string, source?: ConfigSource): A2AClientConfig {
  const { url, timeoutMs, pollIntervalMs, maxRetries, retryDelayMs } = agentOf(loadConfig(source), name);
  return { url, timeoutMs, pollIntervalMs, maxRetries, retryDelayMs };
}

/** The names of all agents of a configuration. */
export function listClientConfigs(source?: ConfigSource): string[] {
  return Object.keys(loadConfig(source).agents);
}

/** A polling client for a configured agent. */
export function getA2AClient(
  name: string,
  { file, environment, ...options }: ConfigSource & ExtendedOptions = {},
): A2AClientExtended {
  const source = { ...(file !== undefined && { file }), ...(environment && { environment }) };
  const agent = agentOf(loadConfig(source), name);
  const { cardUrl, versions, headers, auth } = toNamedAgent(agent);
  return new A2AClientExtended(agent, {
    ...(cardUrl !== undefined && { cardUrl }),
    ...(versions && { versions }),
    ...(headers && { headers }),
    ...(auth && { auth }),
    ...options,
  });
}

/**
 * The former spelling of `getA2AClient`.
 * @deprecated Use `getA2AClient`.
 */
export const getA2aClient = getA2AClient;

function agentOf({ agents, unusable, file }: A2AConfig, name: string): ConfiguredAgent {
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent) return agent;
  const reason = Object.hasOwn(unusable, name) ? unusable[name] : undefined;
  if (reason) throw reason;
  const known = [...Object.keys(agents), ...Object.keys(unusable)].join(", ") || "none";
  throw new LocalError("CONFIG", `${file} has no agent named ${JSON.stringify(name.slice(0, 100))}; it has ${known}`);
}
