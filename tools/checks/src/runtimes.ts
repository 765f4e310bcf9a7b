import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Finding } from "./finding.ts";
import { type Import, importsOf, isBuiltin, packageOf } from "./imports.ts";
import { layers } from "./layer-table.ts";
import { entryFile, entrySpecifier, readWorkspace } from "./workspace.ts";

/** From an entry point that is not listed as a Node entry point, no chain of imports leads to a Node module or to undici. */
export function checkRuntimes(root: string): Finding[] {
  const packages = readWorkspace(root).filter(({ folder }) => folder.startsWith("packages/"));
  const entryPoints = new Map(
    packages.flatMap((found) =>
      found.entryPoints.map((entry) => [entrySpecifier(found, entry), entryFile(found, entry)] as const),
    ),
  );
  const neutral = packages.flatMap((found) => {
    const nodeEntryPoints = layers[found.folder.slice("packages/".length)]?.nodeEntryPoints ?? [];
    return nodeEntryPoints === "all"
      ? []
      : found.entryPoints.filter((entry) => !nodeEntryPoints.includes(entry)).map((entry) => entryFile(found, entry));
  });
  return followImports(root, neutral, entryPoints);
}

/** Visits every file once, with the way by which it was first reached. */
function followImports(root: string, starts: readonly string[], entryPoints: ReadonlyMap<string, string>): Finding[] {
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
        : entryPoints.get(imported.specifier);
      if (next !== undefined) queue.push([...way, next]);
    }
  }
  return findings;
}

function needsNode({ specifier }: Import): boolean {
  return isBuiltin(specifier) || packageOf(specifier) === "undici";
}

function explain(way: readonly string[], { specifier }: Import): string {
  return `"${specifier}" is reached from an entry point for every runtime: ${way.join(" → ")}. Move it behind a Node entry point (layer-table.ts)`;
}
