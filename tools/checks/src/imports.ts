import { builtinModules } from "node:module";
import ts from "typescript";

/** One import, export-from or dynamic import with a literal specifier. */
export interface Import {
  specifier: string;
  line: number;
  /** Whether it is `import(…)`, loaded when it runs. */
  lazy: boolean;
}

/** What a source file imports, in the order written; types count too, since they end up in the declarations. */
export function importsOf(text: string): Import[] {
  const lineStarts = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return ts.preProcessFile(text, true, false).importedFiles.map(({ fileName, pos }) => ({
    specifier: fileName,
    line: 1 + lineStarts.filter((start) => start < pos).length,
    lazy: /\bimport\s*\(\s*["'`]?$/.test(text.slice(Math.max(0, pos - 40), pos)),
  }));
}

/** The package a bare specifier belongs to: `@a2a/types` for `@a2a/types/errors`; `undefined` for paths and built-ins. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith(".") || specifier.startsWith("/") || isBuiltin(specifier)) return undefined;
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0];
}

/** Whether the specifier names a module that only Node has, with or without `node:`. */
export function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}
