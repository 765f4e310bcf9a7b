import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { analyze } from "./expressions/analyze.ts";
import { LIST, readChecked, unchecked } from "./expressions/check-expressions.ts";
import { findExpressions } from "./expressions/find-expressions.ts";

// Analyzes the regular expressions that are not on the list, or all of them with --all, and adds those that take linear time.
const root = fileURLToPath(new URL("../../..", import.meta.url));
const { linear, bounded } = readChecked(root);
const found = findExpressions(root);
const known = process.argv.includes("--all") ? [] : linear;
const open = new Set(
  unchecked(found, { linear: known, bounded }).flatMap(({ text, isLiteral }) => (isLiteral ? [text] : [])),
);
const added: string[] = [];
for (const expression of open) {
  const problem = await analyze(expression);
  if (problem === undefined) added.push(expression);
  else {
    const where = found.filter(({ text }) => text === expression).map(({ file, line }) => `${file}:${line}`);
    console.log(`${where.join(", ")}  ${expression} ${problem}`);
    process.exitCode = 1;
  }
}
const isUsed = (expression: string) => found.some(({ text }) => text === expression);
const list = [...new Set([...known, ...added])].filter(isUsed).sort();
const used = bounded.filter(({ file, expression }) => found.some((e) => e.file === file && e.text === expression));
writeFileSync(join(root, LIST), `${JSON.stringify({ linear: list, bounded: used }, null, 2)}\n`);
console.log(`${added.length} added, ${list.length} take linear time, ${used.length} are bounded`);
