import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Io } from "../cli/io.ts";

/** Files of agents, in the order in which a folder is searched for them. */
export const AGENT_FILES = [
  "a2a.config.yaml",
  "a2a.config.yml",
  "a2a.config.json",
  "a2a.yaml",
  "a2a.yml",
  "a2a.json",
] as const;

/** The folder of what one user keeps for this tool. */
export function userFolder({ env }: Pick<Io, "env">): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "a2a-cli");
}

/** The `.env` file that counts here: the one named by `--config`, else the nearest on the way up. */
export function localEnvFile(config: string | undefined): string | undefined {
  if (config !== undefined) return isAgentsFile(config) ? undefined : config;
  return nearest([".env"]);
}

/** The file of agents that counts here: the one named by `--config` or `A2A_CONFIG`, else the nearest on the way up. */
export function agentsFile(config: string | undefined, { env }: Pick<Io, "env">): string | undefined {
  if (config !== undefined && isAgentsFile(config)) return config;
  return env.A2A_CONFIG || nearest(AGENT_FILES);
}

function isAgentsFile(path: string): boolean {
  return /\.(ya?ml|json)$/i.test(path);
}

function nearest(names: readonly string[]): string | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}
