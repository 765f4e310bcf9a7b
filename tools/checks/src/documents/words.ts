import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../files.ts";
import type { Finding } from "../finding.ts";

/** A phrase that reads like a translation, and how many of it are left. */
export interface Phrase {
  /** A regular expression, without regard to case. */
  readonly pattern: string;
  /** What a native writer would say. */
  readonly instead: string;
  /** How often it may occur in pages that people write: the guides, READMEs and decision records. */
  readonly pages: number;
  /** How often it may occur in sources: doc comments, messages and texts of the command line. */
  readonly sources: number;
}

/** Where the phrases are, from the root. Lower a number when you have removed some; no number may grow. */
export const PHRASES = "tools/checks/words.json";

/** Pages that are generated: their words are those of the sources. */
const GENERATED = /^docs\/(benchmarks|cli|configuration|conformance|errors|gateway-matrix|interop|limits|mission)\.md$/;

/** Finds phrases that occur more often than is left of them, each at its occurrences. */
export function checkWords(root: string): Finding[] {
  const phrases = JSON.parse(readFileSync(join(root, PHRASES), "utf8")) as Record<string, Phrase>; // a file of this repository
  const files = listFiles(root);
  const areas = { pages: files.filter(isPage), sources: files.filter(isSource) };
  return Object.entries(phrases).flatMap(([name, phrase]) =>
    (["pages", "sources"] as const).flatMap((area) => {
      const found = occurrences(root, areas[area], phrase.pattern);
      if (found.length <= phrase[area]) return [];
      const limit = `${found.length} in ${area}, at most ${phrase[area]} are left: ${phrase.instead}`;
      return found.map(({ file, line }) => ({ file, line, message: `"${name}": ${limit}` }));
    }),
  );
}

/** How often each phrase occurs, for those who lower the numbers. */
export function countWords(root: string, phrases: Readonly<Record<string, Phrase>>): Record<string, [number, number]> {
  const files = listFiles(root);
  const count = (names: readonly string[], pattern: string) => occurrences(root, names, pattern).length;
  return Object.fromEntries(
    Object.entries(phrases).map(([name, { pattern }]) => [
      name,
      [count(files.filter(isPage), pattern), count(files.filter(isSource), pattern)],
    ]),
  );
}

function isPage(file: string): boolean {
  const isOurs = /^[^/]+\.md$|^docs\/.*\.md$|^(packages|apps)\/[^/]+\/README\.md$|^tools\/docs\/site\/home\.md$/.test(
    file,
  );
  return isOurs && !GENERATED.test(file);
}

function isSource(file: string): boolean {
  return (
    /^(packages|apps|tools)\/[^/]+\/(src|page)\/.*\.tsx?$/.test(file) && !/\.test\.ts$|^tools\/checks\//.test(file)
  );
}

function occurrences(root: string, files: readonly string[], pattern: string): { file: string; line: number }[] {
  const expression = new RegExp(pattern, "gi");
  return files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((text, index) => [...text.matchAll(expression)].map(() => ({ file, line: index + 1 }))),
  );
}
