import { operationNames } from "./call-agent.ts";
import { knownFailure } from "./failures/known-failures.ts";
import type { Results } from "./results.ts";
import type { Section } from "./sdk.ts";

/** The results of one language as Markdown: a table for each direction, and why cells fail. */
export function sectionsMarkdown({ language, date, toolchain, sections, notRun }: Results): string[] {
  const title = TITLES[language] ?? language;
  return [
    `## ${title}`,
    "",
    `\`npm run interop${language === "javascript" ? "" : ` -- ${language}`}\`, ${date}, ${toolchain}.`,
    "",
    ...direction(
      "Our client calls their agents.",
      sections.filter(({ caller }) => caller === "ours"),
    ),
    ...direction(
      "Their clients call our server.",
      sections.filter(({ caller }) => caller === "theirs"),
    ),
    ...failures(sections),
    ...notRun.flatMap(({ sdk, reason }) => [`Not run: ${sdk}: ${reason}.`, ""]),
  ];
}

const TITLES: Readonly<Record<string, string>> = {
  javascript: "JavaScript",
  python: "Python",
  go: "Go",
  rust: "Rust",
  java: "Java",
  hosts: "LangGraph and LiteLLM",
};

function direction(title: string, sections: readonly Section[]): string[] {
  if (sections.length === 0) return [];
  const names = [
    ...new Set([...operationNames, ...sections.flatMap(({ outcomes }) => outcomes.map((it) => it.operation))]),
  ];
  const used = names.filter((name) => sections.some(({ outcomes }) => outcomes.some((it) => it.operation === name)));
  const heads = sections.map(({ sdk, version, binding }) => `${sdk}, ${version} over ${binding}`);
  return [
    title,
    "",
    `| Operation | ${heads.join(" | ")} |`,
    `|---|${heads.map(() => "---|").join("")}`,
    ...used.map((name) => `| ${[name, ...sections.map((section) => cell(section, name))].join(" | ")} |`),
    "",
  ];
}

function cell(section: Section, operation: string): string {
  const outcome = section.outcomes.find((it) => it.operation === operation);
  if (outcome === undefined) return "not tried";
  if (outcome.absent) return "not in this version";
  const known = knownFailure(section, operation);
  if (known?.sometimes) return "not always (theirs)";
  if (outcome.failure === undefined) return "yes";
  return known === undefined ? "**no**" : known.fault === "lacking" ? "no (lacking)" : "no (theirs)";
}

/** Why cells fail, one line for each reason. */
function failures(sections: readonly Section[]): string[] {
  const lines = new Map<string, Set<string>>();
  for (const section of sections) {
    for (const { operation, failure } of section.outcomes) {
      const known = knownFailure(section, operation);
      if (failure === undefined && !known?.sometimes) continue;
      const who = section.caller === "ours" ? section.sdk : `the client of ${section.sdk}`;
      const where = `${who}, ${section.version} over ${section.binding}`;
      const line = `${where}: ${known ? known.reason : `not explained: ${failure}`}`;
      lines.set(line, (lines.get(line) ?? new Set()).add(operation));
    }
  }
  if (lines.size === 0) return [];
  const shown = Array.from(lines, ([line, operations]) => `- ${[...operations].join("; ")}: ${line}.`);
  return ["Why cells fail:", "", ...shown, ""];
}
