import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Answers } from "./compare.ts";
import { toDocument } from "./compare-markdown.ts";

const file = new URL("../../../docs/comparison.md", import.meta.url);

/** The document as it is. */
export function readDocument(): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Writes it anew if it has changed. */
export function writeDocument(answers: Answers): void {
  const text = toDocument(answers);
  if (text !== readDocument()) writeFileSync(file, text);
}
