import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { userCompilerOptions } from "../compiler.ts";
import { listFiles } from "../files.ts";
import type { Finding } from "../finding.ts";
import { entryFile, entrySpecifier, readWorkspace } from "../workspace.ts";
import { codeBlocks } from "./markdown.ts";

/** A block of TypeScript in a document. */
export interface Snippet {
  /** The markdown file, from the root. */
  file: string;
  /** The line of the opening fence, which is the number of lines before the code. */
  line: number;
  code: string;
  /** Packages the reader has under one name and the workspace under another. */
  aliases: ReadonlyMap<string, string>;
}

/**
 * Every `ts` block in the documents compiles on its own, with the options of a new project. There is no way to opt out. A block
 * about another version of a package says which one it means behind its fence: `ts some-package=some-package-v1`.
 */
export function checkSnippets(root: string): Finding[] {
  const snippets = new Map(findSnippets(root).map((snippet) => [virtualPath(root, snippet), snippet]));
  if (snippets.size === 0) return [];
  const program = ts.createProgram([...snippets.keys()], userCompilerOptions(root), snippetHost(root, snippets));
  return [...snippets].flatMap(([path, snippet]) => {
    const source = program.getSourceFile(path);
    if (!source) throw new Error(`the compiler did not read ${path}`);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      (diagnostic) => ({
        file: snippet.file,
        line: snippet.line + 1 + source.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line,
        message: `TS${diagnostic.code}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, " ")}`,
      }),
    );
  });
}

/** All of them, page by page. */
export function findSnippets(root: string): Snippet[] {
  return listFiles(root)
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      codeBlocks(readFileSync(join(root, file), "utf8"))
        .filter(({ language }) => language === "ts" || language === "typescript")
        .map(({ line, code, info }) => ({ file, line, code, aliases: aliasesIn(info) })),
    );
}

function aliasesIn(info: string): ReadonlyMap<string, string> {
  return new Map(
    info.split(/\s+/).flatMap((word) => {
      const [name = "", other] = word.split("=");
      return other === undefined ? [] : [[name, other]];
    }),
  );
}

/** Resolves an import of a snippet. */
function unaliased({ aliases }: Snippet, name: string): string {
  for (const [from, to] of aliases) {
    if (name === from || name.startsWith(`${from}/`)) return to + name.slice(from.length);
  }
  return name;
}

/** A path beside the document, so that a package's README sees what the package sees; `.mts` makes it a module. Nothing is written there. */
function virtualPath(root: string, { file, line }: Snippet): string {
  return join(root, `${file}.line-${line}.mts`).replaceAll("\\", "/");
}

function snippetHost(root: string, snippets: ReadonlyMap<string, Snippet>): ts.CompilerHost {
  const host = ts.createCompilerHost(userCompilerOptions(root));
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (path) => snippets.has(path) || fileExists(path);
  host.readFile = (path) => snippets.get(path)?.code ?? readFile(path);
  host.getSourceFile = (path, options, ...rest) => {
    const snippet = snippets.get(path);
    return snippet ? ts.createSourceFile(path, snippet.code, options) : getSourceFile(path, options, ...rest);
  };
  const resolve = createResolver(root, host);
  host.resolveModuleNameLiterals = (literals, containing, _redirected, options, source) => {
    const snippet = snippets.get(containing);
    return literals.map((literal) => ({
      resolvedModule: resolve(
        snippet ? unaliased(snippet, literal.text) : literal.text,
        containing,
        options,
        ts.getModeForUsageLocation(source, literal, options),
        snippet !== undefined,
      ),
    }));
  };
  return host;
}

type Resolve = (
  name: string,
  containing: string,
  options: ts.CompilerOptions,
  mode: ts.ResolutionMode,
  isSnippet: boolean,
) => ts.ResolvedModuleFull | undefined;

/**
 * A snippet may import every entry point of the workspace, and whatever some package of it depends on: its reader will install both.
 * All other files are resolved as usual.
 */
function createResolver(root: string, host: ts.CompilerHost): Resolve {
  const packages = readWorkspace(root);
  const entryPoints = new Map(
    packages.flatMap((found) =>
      found.entryPoints.map((entry) => [entrySpecifier(found, entry), join(root, entryFile(found, entry))]),
    ),
  );
  const places = packages.map(({ folder }) => join(root, folder, "snippet.ts"));
  return (name, containing, options, mode, isSnippet) => {
    const entry = isSnippet ? entryPoints.get(name) : undefined;
    if (entry) return { resolvedFileName: entry, extension: ts.Extension.Ts, isExternalLibraryImport: false };
    for (const place of isSnippet && !name.startsWith(".") ? [containing, ...places] : [containing]) {
      const { resolvedModule } = ts.resolveModuleName(name, place, options, host, undefined, undefined, mode);
      if (resolvedModule) return resolvedModule;
    }
    return undefined;
  };
}
