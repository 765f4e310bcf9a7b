import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeBlocks } from "./markdown.ts";

/** A diff on a page: a file, and the places in it that change. */
export interface GuideDiff {
  readonly path: string;
  /** The line of its fence. */
  readonly line: number;
  readonly hunks: readonly { readonly before: string; readonly after: string }[];
}

/** A change that a page leads through. */
export interface GuideChange {
  readonly title: string;
  /** The number of files that the title promises. */
  readonly files: number;
  readonly line: number;
  readonly diffs: readonly GuideDiff[];
  /** The commands of `sh` blocks, one for each line. */
  readonly commands: readonly { readonly line: number; readonly command: string }[];
}

/** The changes of a page: its sections with titles such as `## 1. An error code: 4 files`. */
export function changesOf(page: string): GuideChange[] {
  const lines = page.split("\n");
  const starts = lines.flatMap((text, index) => (text.startsWith("## ") ? [index + 1] : []));
  const blocks = codeBlocks(page);
  return starts.flatMap((line, index) => {
    const [, title = "", files] = /^## \d+\. (.*): (\d+) files$/.exec(lines[line - 1] ?? "") ?? [];
    if (files === undefined) return [];
    const end = starts[index + 1] ?? Infinity;
    const own = blocks.filter((block) => block.line > line && block.line < end);
    return {
      title,
      files: Number(files),
      line,
      diffs: own
        .filter(({ language }) => language === "diff")
        .map(({ info, line, code }) => ({ path: info, line, hunks: code.split(/^@@\n/m).map(toHunk) })),
      commands: own
        .filter(({ language }) => language === "sh")
        .flatMap(({ line, code }) => code.split("\n").map((command, row) => ({ line: line + 1 + row, command }))),
    };
  });
}

function toHunk(text: string): { before: string; after: string } {
  const lines = text.replace(/\n$/, "").split("\n");
  const without = (sign: string) =>
    lines.flatMap((row) => (row.startsWith(sign) ? [] : [`${row.slice(1)}\n`])).join("");
  return { before: without("+"), after: without("-") };
}

/** Applies a diff to the files below a folder; one that only adds lines creates its file. Returns why that is impossible, if it is. */
export function applyDiff(folder: string, { path, hunks }: GuideDiff): string | undefined {
  const file = join(folder, path);
  const isNew = hunks.every(({ before }) => before === "");
  if (existsSync(file) === isNew) return isNew ? `${path} exists already` : `${path} does not exist`;
  let text = isNew ? "" : readFileSync(file, "utf8");
  for (const { before, after } of hunks) {
    const found = isNew ? 1 : `\n${text}`.split(`\n${before}`).length - 1;
    if (found !== 1) return `${path} has these lines ${found} times instead of once: ${JSON.stringify(before)}`;
    text = isNew ? after : `\n${text}`.replace(`\n${before}`, () => `\n${after}`).slice(1);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return undefined;
}
