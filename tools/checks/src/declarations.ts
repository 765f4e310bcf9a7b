import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Finding } from "./finding.ts";
import { publishable, readWorkspace } from "./workspace.ts";

/** No published declaration says `any`. Needs a build. */
export function checkDeclarations(root: string): Finding[] {
  return publishable(readWorkspace(root)).flatMap(({ folder, entryPoints }) => {
    const missing = entryPoints
      .map((entry) => `${folder}/dist/${entry}.d.ts`)
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => ({ file, message: "is missing: run `npm run check -- build` first" }));
    return [...missing, ...builtDeclarations(root, folder).flatMap((file) => findAny(root, file))];
  });
}

function builtDeclarations(root: string, folder: string): string[] {
  const dist = join(root, folder, "dist");
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => `${folder}/dist/${name.replaceAll("\\", "/")}`)
    .sort();
}

function findAny(root: string, file: string): Finding[] {
  const text = readFileSync(join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const findings: Finding[] = [];
  visit(source);
  return findings;

  function visit(node: ts.Node): void {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      const written = text.split("\n")[line - 1]?.trim() ?? "";
      findings.push({ file, line, message: `says \`any\`: ${written}` });
    }
    ts.forEachChild(node, visit);
  }
}
