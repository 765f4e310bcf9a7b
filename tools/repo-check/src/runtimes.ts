import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Finding } from "./finding.ts";
import { type Import, importsOf, isBuiltin, packageOf } from "./imports.ts";
import { layers } from "./layer-table.ts";
import { doorFile, doorSpecifier, readWorkspace } from "./workspace.ts";

/** From a door that is not listed as a Node door, no chain of imports leads to a Node module or to undici. */
export function checkRuntimes(root: string): Finding[] {
  const packages = readWorkspace(root).filter(({ folder }) => folder.startsWith("packages/"));
  const doors = new Map(
    packages.flatMap((found) =>
      found.doors.map((door) => [doorSpecifier(found, door), doorFile(found, door)] as const),
    ),
  );
  const neutral = packages.flatMap((found) => {
    const nodeDoors = layers[found.folder.slice("packages/".length)]?.nodeDoors ?? [];
    return nodeDoors === "all"
      ? []
      : found.doors.filter((door) => !nodeDoors.includes(door)).map((door) => doorFile(found, door));
  });
  return followImports(root, neutral, doors);
}

/** Visits every file once, with the way by which it was first reached. */
function followImports(root: string, starts: readonly string[], doors: ReadonlyMap<string, string>): Finding[] {
  const findings: Finding[] = [];
  const visited = new Set<string>();
  const queue = starts.map((file) => [file]);
  for (let way = queue.shift(); way; way = queue.shift()) {
    const file = way.at(-1);
    if (file === undefined || visited.has(file) || !existsSync(join(root, file))) continue;
    visited.add(file);
    for (const imported of importsOf(readFileSync(join(root, file), "utf8"))) {
      if (needsNode(imported)) findings.push({ file, line: imported.line, message: explain(way, imported) });
      const next = imported.specifier.startsWith(".")
        ? posix.join(posix.dirname(file), imported.specifier)
        : doors.get(imported.specifier);
      if (next !== undefined) queue.push([...way, next]);
    }
  }
  return findings;
}

function needsNode({ specifier }: Import): boolean {
  return isBuiltin(specifier) || packageOf(specifier) === "undici";
}

function explain(way: readonly string[], { specifier }: Import): string {
  return `"${specifier}" is reached from a door for every runtime: ${way.join(" → ")}. Move it behind a Node door (layer-table.ts)`;
}
