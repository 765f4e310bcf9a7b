import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Answers } from "./compare.ts";
import { toDocument, toExcerpt } from "./compare-markdown.ts";

const document = new URL("../../../docs/comparison.md", import.meta.url);
const readme = new URL("../../../README.md", import.meta.url);
const marked = /(<!-- npm run compare -->\n)[\s\S]*?(<!-- end -->)/;

/** The rows that the README shows. */
const SHOWN = [
  "answers callers of 1.0 over JSON-RPC",
  "answers callers of 0.3 over JSON-RPC",
  "answers callers of 0.1",
  "runs a message that is sent twice",
  "resumes an interrupted stream",
  "keeps tasks",
  "refuses webhooks",
];

/** Both documents as they are, and as they have to be. */
export function compareFiles(answers: Answers): { file: URL; is: string; shouldBe: string }[] {
  const text = readFileSync(readme, "utf8");
  if (!marked.test(text)) throw new Error("README.md has no place for the comparison");
  const excerpt = toExcerpt(answers, SHOWN);
  return [
    { file: document, is: existsSync(document) ? readFileSync(document, "utf8") : "", shouldBe: toDocument(answers) },
    {
      file: readme,
      is: text,
      shouldBe: text.replace(marked, (_, before: string, after: string) => before + excerpt + after),
    },
  ];
}

/** Writes what has changed. */
export function writeFiles(answers: Answers): void {
  for (const { file, is, shouldBe } of compareFiles(answers)) if (is !== shouldBe) writeFileSync(file, shouldBe);
}
