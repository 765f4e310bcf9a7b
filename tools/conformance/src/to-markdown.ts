import type { FoundTest } from "./find-tests.ts";
import { newKit, oldKit } from "./kit.ts";
import { operations } from "./requirements/operations.ts";
import type { Chapter, Requirement } from "./requirements/requirement.ts";
import { untested } from "./requirements/untested.ts";
import { wire } from "./requirements/wire.ts";
import type { Result } from "./results.ts";

/** All requirements, by chapter. */
export const chapters: readonly Chapter[] = [...operations, ...wire];

/** The page: every requirement with its tests and their results. */
export function toMarkdown(tests: readonly FoundTest[], resultOf: (test: FoundTest) => Result): string {
  return `${[
    INTRODUCTION,
    ...chapters.map((chapter) => chapterText(chapter, tests, resultOf)),
    "## Where the public kit contradicts the text",
    KITS,
    "### Branch `1.0-dev`, against 1.0.1",
    table(["Tests of the kit", "What the kit expects", "What the text says"], newKit.map(differenceRow)),
    "### Branch `0.3.x`, against 0.3.0",
    table(
      ["Tests of the kit", "What the kit expects", "What the text says, and what is done here"],
      oldKit.map(differenceRow),
    ),
  ].join("\n\n")}\n`;
}

const INTRODUCTION = `# Conformance

Every requirement of protocol 1.0.1, in our own words, with the tests that name it and how many of their cases passed. *Section* is
that of the specification; \`schema\` is a comment in its protobuf file. Written by \`npm run conformance\` from the report of the last
\`npm test\`; a test checks that requirements and titles are up to date, and that none is without a test or a reason.`;

const KITS = `The project runs \`a2a demo-server --agent tck\` under the public compatibility kit (\`a2aproject/a2a-tck\`). These
are all the places where the two do not agree:`;

function chapterText(
  { title, requirements }: Chapter,
  tests: readonly FoundTest[],
  resultOf: (test: FoundTest) => Result,
) {
  const rows = requirements.map((requirement) => requirementRow(requirement, tests, resultOf));
  return `## ${title}\n\n${table(["Id", "Whom", "Level", "What it says", "Section", "Tests", "Passed"], rows)}`;
}

function requirementRow(
  [id, subject, level, says, section]: Requirement,
  tests: readonly FoundTest[],
  resultOf: (test: FoundTest) => Result,
): string[] {
  const own = tests.filter(({ ids }) => ids.includes(id));
  const about = [id, subject, level, says, section];
  if (own.length === 0) return [...about, untested[id] ?? "", ""];
  const results = own.map(resultOf);
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  return [...about, own.map(testText).join("<br>"), `${sum(({ passed }) => passed)} of ${sum(({ total }) => total)}`];
}

function testText({ file, titles }: FoundTest): string {
  const title = (titles.at(-1) ?? "")
    .replace(/\(?\b(R-\d+|S\d-\d\d|security row R?\d+)\b[,…)]?\s*/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return `${file.replace(/^packages\//, "")}: ${title}`;
}

function differenceRow({ tests, kit, text }: (typeof newKit)[number]): string[] {
  return [tests, kit, text];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** The page without results, for a comparison that does not depend on a run. */
export function withoutResults(page: string): string {
  return page.replace(/ \d+ of \d+ \|$/gm, " |");
}
