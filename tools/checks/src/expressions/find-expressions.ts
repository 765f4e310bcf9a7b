import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { isTestFile, listFiles } from "../files.ts";

/** A regular expression in a source file. */
export interface FoundExpression {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** As it is written: a literal, or a call of `RegExp`. */
  readonly text: string;
  readonly isLiteral: boolean;
}

/** The regular expressions of all packages; those in tests see no text from outside. */
export function findExpressions(root: string): FoundExpression[] {
  return listFiles(root, "packages")
    .filter((file) => file.endsWith(".ts") && /^packages\/[^/]+\/src\//.test(file) && !isTestFile(file))
    .flatMap((file) => expressionsIn(file, readFileSync(join(root, file), "utf8")));
}

function expressionsIn(file: string, content: string): FoundExpression[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest);
  const found: FoundExpression[] = [];
  const visit = (node: ts.Node) => {
    const isLiteral = ts.isRegularExpressionLiteral(node);
    if (isLiteral || isConstructor(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ file, line: line + 1, text: node.getText(source), isLiteral });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isConstructor(node: ts.Node): boolean {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "RegExp"
  );
}
