import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A test or group of tests in a source file. */
export interface FoundTest {
  /** The file, by its path from the root. */
  readonly file: string;
  /** The titles from the outermost group to this one, with the placeholders of tables. */
  readonly titles: readonly string[];
  /** The ids it names: requirements (`R-12`) and promised features (`S4-03`). */
  readonly ids: readonly string[];
}

const FILES = ["{packages,tools,apps}/*/{src,test}/**/*.test.ts", "packages/server/src/engine/contract/*.ts"];

/** Every test and group of the workspace whose title names an id. */
export function findTests(root: string): FoundTest[] {
  return globSync(FILES, { cwd: root, exclude: (path) => path.includes("node_modules") })
    .sort()
    .flatMap((file) => testsIn(file, readFileSync(join(root, file), "utf8")));
}

/** The tests and groups of one file whose titles name an id. */
export function testsIn(file: string, text: string): FoundTest[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: FoundTest[] = [];
  const walk = (node: ts.Node, above: readonly string[]): void => {
    const title = ts.isCallExpression(node) ? titleOf(node) : undefined;
    const titles = title === undefined ? above : [...above, title];
    if (title !== undefined) {
      const ids = idsIn([title, ...tableTexts(node as ts.CallExpression)].join(" "));
      if (ids.length > 0) found.push({ file, titles, ids });
    }
    ts.forEachChild(node, (child) => walk(child, titles));
  };
  walk(source, []);
  return found;
}

const RUNNERS = new Set(["it", "test", "describe"]);

/** The title in `it("…")`, `describe.each(table)("…")` and the like. */
function titleOf({ expression, arguments: [first] }: ts.CallExpression): string | undefined {
  let callee: ts.Expression = expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  if (!ts.isIdentifier(callee) || !RUNNERS.has(callee.text) || first === undefined) return undefined;
  if (ts.isStringLiteralLike(first)) return first.text;
  if (!ts.isTemplateExpression(first)) return undefined;
  return first.head.text + first.templateSpans.map(({ literal }) => `%s${literal.text}`).join("");
}

/** Strings in the table of an `each`, where single cases may name ids. */
function tableTexts({ expression }: ts.CallExpression): string[] {
  const texts: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    ts.forEachChild(node, collect);
  };
  if (ts.isCallExpression(expression)) for (const table of expression.arguments) collect(table);
  return texts;
}

/** The ids in a text; `R-142…R-146` names all of them. */
export function idsIn(text: string): string[] {
  const ids: string[] = text.match(/\b(R-\d+|S\d-\d\d)\b/g) ?? [];
  for (const [, first, last] of text.matchAll(/\bR-(\d+)…R-(\d+)\b/g)) {
    for (let n = Number(first); n <= Number(last); n++) ids.push(`R-${n}`);
  }
  return [...new Set(ids)];
}
