import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The names of configuration files, in the order in which a folder is searched for them. */
export const configFileNames = [
  "a2a.config.yaml",
  "a2a.config.yml",
  "a2a.config.json",
  "a2a.yaml",
  "a2a.yml",
  "a2a.json",
  "config.yaml",
  "config.yml",
  "config.json",
] as const;

/**
 * The nearest configuration file in a folder or above it. A `config.*` counts only when it has a member `a2a`: other programs use that
 * name too.
 */
export function findConfigFile(folder = process.cwd()): string | undefined {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const found = configFileNames.map((name) => join(current, name)).find(isOurs);
    if (found !== undefined || current === dirname(current)) return found;
  }
}

function isOurs(path: string): boolean {
  if (!existsSync(path)) return false;
  if (!/[\\/]config\.\w+$/.test(path)) return true;
  try {
    return /^[ \t{]*["']?a2a["']?[ \t]*:/m.test(readFileSync(path, "utf8"));
  } catch {
    return false; // a folder, or a file of another program
  }
}
