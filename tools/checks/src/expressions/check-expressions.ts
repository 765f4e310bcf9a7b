import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../finding.ts";
import { type FoundExpression, findExpressions } from "./find-expressions.ts";

/** The list of the expressions whose running time was looked at. */
export interface CheckedExpressions {
  /** Those that take time linear in the length of their text, whatever it is. */
  readonly linear: readonly string[];
  /** Those that do not, or that cannot be analyzed, and why no text from outside makes them slow. */
  readonly bounded: readonly { readonly file: string; readonly expression: string; readonly reason: string }[];
}

/** The path of the list, from the root. */
export const LIST = "tools/checks/checked-expressions.json";

export function readChecked(root: string): CheckedExpressions {
  if (!existsSync(join(root, LIST))) return { linear: [], bounded: [] };
  return JSON.parse(readFileSync(join(root, LIST), "utf8")) as CheckedExpressions; // written by this tool
}

/**
 * Every regular expression of the packages is on the list of those that were analyzed: one that backtracks, or that starts over at each
 * character, lets a peer block the event loop with a long string. An entry without an expression is stale.
 */
export function checkExpressions(root: string): Finding[] {
  const { linear, bounded } = readChecked(root);
  const found = findExpressions(root);
  const isUsed = (expression: string, file?: string) =>
    found.some(({ text, file: where }) => text === expression && (file === undefined || file === where));
  const stale = [
    ...linear.filter((expression) => !isUsed(expression)),
    ...bounded.filter(({ expression, file }) => !isUsed(expression, file)).map(({ expression }) => expression),
  ];
  return [
    ...unchecked(found, { linear, bounded }).map(({ file, line, text, isLiteral }) => ({
      file,
      line,
      message: isLiteral
        ? `${text} was not analyzed: run npm run generate`
        : `${text} is computed and cannot be analyzed: write a literal, or list it as bounded in ${LIST}`,
    })),
    ...stale.map((expression) => ({ file: LIST, message: `${expression} is no longer used: run npm run generate` })),
  ];
}

/** The expressions that are not on the list. */
export function unchecked(
  found: readonly FoundExpression[],
  { linear, bounded }: CheckedExpressions,
): FoundExpression[] {
  const known = new Set(linear);
  return found.filter(
    ({ text, file }) => !known.has(text) && !bounded.some((entry) => entry.expression === text && entry.file === file),
  );
}
