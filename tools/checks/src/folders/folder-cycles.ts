import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isTestFile, listFiles } from "../files.ts";
import type { Finding } from "../finding.ts";
import { importsOf } from "../imports.ts";

/**
 * The folders of a package import in one direction. Types count, since a reader follows them too. Entry points do not, since they
 * re-export everything, nor do lazy imports, by which a table names what it loads.
 */
export function checkFolderCycles(root: string): Finding[] {
  const byPackage = Map.groupBy(
    listFiles(root, "packages").filter((file) => /\/src\/.*\/[^/]+\.tsx?$/.test(file) && !isTestFile(file)),
    (file) => file.split("/")[1] ?? "",
  );
  return [...byPackage]
    .flatMap(([name, files]) => knotsOf(edgesBetween(root, `packages/${name}/src`, files)))
    .map((edges) => ({
      file: edges[0]?.file ?? "",
      message: `folders import each other: ${edges.map(({ from, to, file }) => `${from} → ${to} (${posix.basename(file)})`).join(", ")}`,
    }));
}

/** One folder's import of another, and a file that has it. */
interface Edge {
  from: string;
  to: string;
  file: string;
}

function edgesBetween(root: string, source: string, files: readonly string[]): Edge[] {
  const edges = new Map<string, Edge>();
  const isEntry = (folder: string) => folder === source || folder === `${source}/internal`;
  for (const file of files) {
    const folder = posix.dirname(file);
    for (const { specifier, lazy } of importsOf(readFileSync(join(root, file), "utf8"))) {
      const target = posix.dirname(posix.join(folder, specifier));
      if (lazy || !specifier.startsWith(".") || target === folder || isEntry(target) || isEntry(folder)) continue;
      const [from, to] = [posix.relative(source, folder), posix.relative(source, target)];
      if (!edges.has(`${from} ${to}`)) edges.set(`${from} ${to}`, { from, to, file });
    }
  }
  return [...edges.values()];
}

/** The edges of each group of folders that reach each other, shortest cycle first. */
function knotsOf(edges: readonly Edge[]): Edge[][] {
  const cycles = edges.flatMap((edge) => {
    const back = path(edges, edge.to, edge.from);
    return back ? [[edge, ...back]] : [];
  });
  const seen = new Set<string>();
  return cycles
    .sort((one, other) => one.length - other.length)
    .filter((cycle) => {
      const known = cycle.some(({ from }) => seen.has(from));
      for (const { from } of cycle) seen.add(from);
      return !known;
    });
}

/** The shortest way from one folder to another. */
function path(edges: readonly Edge[], from: string, to: string): Edge[] | undefined {
  const reached = new Map<string, Edge[]>([[from, []]]);
  for (const [folder, way] of reached) {
    if (folder === to) return way;
    for (const edge of edges) if (edge.from === folder && !reached.has(edge.to)) reached.set(edge.to, [...way, edge]);
  }
  return undefined;
}
