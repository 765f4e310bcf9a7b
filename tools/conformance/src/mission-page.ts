import type { FoundTest } from "./find-tests.ts";
import { missionRows } from "./requirements/mission.ts";
import { missionTexts } from "./requirements/mission-texts.ts";

const DOCUMENTS: Readonly<Record<string, string>> = {
  S0: "corteX: task bridge",
  S1: "corteX: client manager, capabilities, agent cards",
  S2: "gmf_forge: A2AClient, A2AAdapter, wire models",
  S3: "agentic_patterns: client, polling, tools",
  S4: "CortexPrism: server, client, tool wrapper, swarm",
};

const INTRODUCTION = `# Features by system

Every feature of the four systems that this toolkit replaces, with the tests that prove it. A test names the rows that it covers in
its title. Names are in the spelling of the system; [Coming from other systems](other-systems.md) has those of the toolkit. \`npm run
conformance\` writes this page, and a test checks that it is up to date and that every row has a test.`;

/** The page that lists every promised feature with its tests. */
export function toMissionPage(tests: readonly FoundTest[]): string {
  const chapters = Object.entries(DOCUMENTS).map(([document, title]) => {
    const rows = missionRows.filter(([id]) => id.startsWith(document));
    const lines = rows.map(([id, feature]) => {
      const own = tests.filter(({ ids }) => ids.includes(id));
      return `| ${id} | ${cell(feature)} | ${cell(missionTexts[id] ?? "")} | ${own.map(testText).join("<br>")} |`;
    });
    return `## ${title}\n\n| Row | Feature | Behavior | Tests |\n|---|---|---|---|\n${lines.join("\n")}`;
  });
  return `${[INTRODUCTION, ...chapters].join("\n\n")}\n`;
}

function testText({ file, titles }: FoundTest): string {
  return `[${file.replace(/^packages\//, "")}](../${file}): ${cell(titles.join(" > "))}`;
}

/** A text that cannot end its cell. Outside of code it cannot start a tag, either. */
function cell(text: string): string {
  const pieces = text.replace(/(?<!\\)\|/g, "\\|").split("`");
  return pieces.map((piece, index) => (index % 2 === 0 ? piece.replace(/<(?=[A-Za-z/])/g, "&lt;") : piece)).join("`");
}
