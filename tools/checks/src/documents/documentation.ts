import { join, relative, sep } from "node:path";
import ts from "typescript";
import { sharedCompilerOptions } from "../compiler.ts";
import type { Finding } from "../finding.ts";
import { entryFile, entrySpecifier, type Package } from "../workspace.ts";

/** Entry points list their exports by name, and each name has a doc comment where it is declared. */
export function checkDocumentation(root: string, packages: readonly Package[]): Finding[] {
  const entryPoints = packages.flatMap((found) =>
    found.entryPoints.map((entry) => ({ file: entryFile(found, entry), specifier: entrySpecifier(found, entry) })),
  );
  const program = ts.createProgram(
    entryPoints.map(({ file }) => join(root, file)),
    sharedCompilerOptions(root),
  );
  const checker = program.getTypeChecker();
  const reported = new Set<ts.Symbol>();
  return entryPoints.flatMap(({ file, specifier }) => {
    const source = program.getSourceFile(join(root, file));
    const module = source && checker.getSymbolAtLocation(source);
    if (!module || checker.getExportsOfModule(module).length === 0) {
      return [{ file, message: "exports nothing: an entry point must export something" }];
    }
    return [...starExports(source, file), ...undocumented(module, specifier)];
  });

  /** The names a module exports without explaining them; those of a namespace (`export * as v0_3`) are looked at one by one. */
  function undocumented(module: ts.Symbol, specifier: string): Finding[] {
    return checker.getExportsOfModule(module).flatMap((name) => {
      const target = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
      const place = placeOf(root, target);
      if (!place || reported.has(target)) return [];
      reported.add(target);
      if (target.flags & ts.SymbolFlags.ValueModule) return undocumented(target, `${specifier}, ${name.name}`);
      if (target.getDocumentationComment(checker).length > 0) return [];
      return [{ ...place, message: `"${name.name}" is exported from ${specifier} and has no doc comment` }];
    });
  }
}

function starExports(source: ts.SourceFile, file: string): Finding[] {
  return (
    source.statements
      .filter((statement) => ts.isExportDeclaration(statement) && !statement.exportClause)
      // What Node gets for the name of a package repeats its main entry point, which has the list.
      .filter((statement) => !statement.getText(source).includes('"./index.ts"'))
      .map((statement) => ({
        file,
        line: lineOf(source, statement),
        message: "`export *` hides what the package offers: list the names",
      }))
  );
}

/** The declaration of a symbol, or `undefined` when it is in a third-party package. */
function placeOf(root: string, symbol: ts.Symbol): Omit<Finding, "message"> | undefined {
  const declaration = symbol.declarations?.[0];
  const source = declaration?.getSourceFile();
  if (!declaration || !source || source.fileName.includes("/node_modules/")) return undefined;
  return { file: relative(root, source.fileName).split(sep).join("/"), line: lineOf(source, declaration) };
}

function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
