import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isTestFile, listFiles } from "./files.ts";
import type { Finding } from "./finding.ts";
import { type Import, importsOf, packageOf } from "./imports.ts";
import { type Layer, layers } from "./layer-table.ts";
import { type Package, readWorkspace } from "./workspace.ts";

/** Imports stay inside their package or go down the layers, and lead only to declared dependencies. */
export function checkLayers(root: string): Finding[] {
  const packages = readWorkspace(root);
  const owners = new Map(packages.map((found) => [found.manifest.name, found]));
  return packages.flatMap((found) => [
    ...checkTag(root, found),
    ...listFiles(root, found.folder)
      .filter((file) => /\.[cm]?tsx?$/.test(file))
      .flatMap((file) =>
        importsOf(readFileSync(join(root, file), "utf8")).flatMap((imported) => {
          const message = checkImport(found, file, imported, owners);
          return message ? [{ file, line: imported.line, message }] : [];
        }),
      ),
  ]);
}

function checkTag(root: string, { folder }: Package): Finding[] {
  if (!folder.startsWith("packages/")) return [];
  const layer = layerOf(folder);
  if (!layer) return [{ file: folder, message: "has no row in tools/checks/src/layer-table.ts" }];
  const file = `${folder}/turbo.json`;
  const tags = existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), "utf8")).tags : undefined;
  if (Array.isArray(tags) && tags.includes(layer.tag)) return [];
  return [{ file, message: `lacks the tag "${layer.tag}", so \`turbo boundaries\` would not look at the package` }];
}

function checkImport(
  importer: Package,
  file: string,
  { specifier }: Import,
  owners: ReadonlyMap<string, Package>,
): string | undefined {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(file), specifier);
    if (target.startsWith(`${importer.folder}/`)) return undefined;
    return `"${specifier}" leaves the package: import the other package by its name`;
  }
  const name = packageOf(specifier);
  if (name === undefined || name === importer.manifest.name) return undefined;
  return checkDeclared(importer, file, name) ?? checkDirection(importer, file, owners.get(name));
}

function checkDeclared({ folder, manifest }: Package, file: string, name: string): string | undefined {
  const { dependencies, peerDependencies, devDependencies } = manifest;
  if (name in { ...dependencies, ...peerDependencies }) return undefined;
  const published = folder.startsWith("packages/") && file.startsWith(`${folder}/src/`) && !isTestFile(file);
  if (!published && name in { ...devDependencies }) return undefined;
  return `"${name}" is not among the ${published ? "dependencies" : "dependencies or devDependencies"} of ${manifest.name}`;
}

function checkDirection(importer: Package, file: string, target: Package | undefined): string | undefined {
  const layer = layerOf(importer.folder);
  if (!target || !layer || layer.imports === "any") return undefined;
  const short = target.folder.split("/")[1] ?? "";
  if (target.folder.startsWith("packages/")) {
    const allowed = isTestFile(file) ? [...layer.imports, ...(layer.testImports ?? [])] : layer.imports;
    if (allowed.includes(short)) return undefined;
    return `${importer.manifest.name} may not import ${target.manifest.name}: it builds on ${allowed.join(", ") || "nothing"}`;
  }
  if (isTestFile(file) && target.folder.startsWith("tools/")) return undefined;
  return `${target.folder} is not published: only ${target.folder.startsWith("tools/") ? "tests" : "nobody"} may import it`;
}

function layerOf(folder: string): Layer | undefined {
  return folder.startsWith("packages/") ? layers[folder.slice("packages/".length)] : undefined;
}
