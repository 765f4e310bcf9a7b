import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Io } from "../cli/io.ts";

/** The user's own folder for settings and tokens. */
export function userFolder({ env }: Pick<Io, "env">): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "a2a-cli");
}

/** The local `.env` file: the one that `--config` names, else the nearest in the working directory or above it. */
export function localEnvFile(config: string | undefined): string | undefined {
  if (config !== undefined) return isAgentsFile(config) ? undefined : config;
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, ".env");
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The configuration file with the agents: the one that `--config` or `A2A_CONFIG` names, else the nearest, as the library finds it. */
export async function agentsFile(config: string | undefined, { env }: Pick<Io, "env">): Promise<string | undefined> {
  if (config !== undefined && isAgentsFile(config)) return config;
  if (env.A2A_CONFIG) return env.A2A_CONFIG;
  const { findConfigFile } = await import("@a2a/client/config");
  return findConfigFile();
}

/** Whether the configuration file was found in the working directory or above, and not named by the user. */
export function isAgentsFileFound(config: string | undefined, { env }: Pick<Io, "env">): boolean {
  return !(config !== undefined && isAgentsFile(config)) && !env.A2A_CONFIG;
}

function isAgentsFile(path: string): boolean {
  return /\.(ya?ml|json)$/i.test(path);
}
