import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A service that a machine may lack. */
export type Need = "PostgreSQL" | "a browser";

/** The modules that start it for tests. */
const MODULES: Readonly<Record<string, Need>> = { "test-kit/postgres": "PostgreSQL", "test-kit/browser": "a browser" };

/** The needs of a test file, from its imports and those of the files beside it. */
export function needsOf(file: string, seen: Set<string> = new Set()): Set<Need> {
  const needs = new Set<Need>();
  if (seen.has(file) || !existsSync(file)) return needs;
  seen.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/\bfrom "([^"]+)"/g)) {
    const need = MODULES[path];
    if (need !== undefined) needs.add(need);
    if (path.startsWith(".")) for (const other of needsOf(join(dirname(file), path), seen)) needs.add(other);
  }
  return needs;
}
