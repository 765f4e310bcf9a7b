import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const packages = fileURLToPath(new URL("../../../../../packages/", import.meta.url));
const parsed = new Map<string, ts.SourceFile>();

/** A source file, by its path below `packages`. */
export function sourceFile(path: string): ts.SourceFile {
  const file =
    parsed.get(path) ??
    ts.createSourceFile(path, readFileSync(join(packages, path), "utf8"), ts.ScriptTarget.Latest, true);
  parsed.set(path, file);
  return file;
}

/** Every node of a file, in order. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

/** The file that declares an imported name, if a file imports it by a relative path. */
export function importedFrom(file: ts.SourceFile, name: string): string | undefined {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const named = statement.importClause?.namedBindings;
    const path = statement.moduleSpecifier.text;
    if (!named || !ts.isNamedImports(named) || !path.startsWith(".")) continue;
    if (named.elements.some((element) => element.name.text === name)) return join(dirname(file.fileName), path);
  }
  return undefined;
}
