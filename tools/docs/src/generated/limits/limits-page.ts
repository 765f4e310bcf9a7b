import { readFileSync } from "node:fs";
import { describeBeyond, limitsOf, sections } from "./limits.ts";
import { withoutDefault } from "./option-docs.ts";
import { formatQuantity } from "./quantity.ts";

const introduction = `# Limits

Everything that a peer can make the toolkit store is limited by size and by count. The defaults fit a container with 512 MB of memory.
Refusals say which limit was hit. An error that is temporary carries \`Retry-After\`. Errors with HTTP status 400 have status 200 over
JSON-RPC. \`npm run generate\` writes this page from the doc comments and the defaults in the sources, and a test fails when it is out of
date.

Sizes of tasks and answers are characters of their content; one character takes one or two bytes of memory.
`;

/** A run of `npm run faults`: paste the table it prints. */
const faultsReport = readFileSync(new URL("faults-report.md", import.meta.url), "utf8");

/** The reference of all limits, as Markdown. */
export function limitsDocument(): string {
  return [
    introduction,
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      "",
      section.introduction,
      "",
      "| Option | Default | Limits | Beyond it |",
      "|---|---|---|---|",
      ...limitsOf(section).map((limit) => {
        const { option, comment, value, unit } = limit;
        const cells = [
          option === undefined ? "fixed" : `\`${option}\``,
          formatQuantity(value, unit),
          withoutDefault(comment),
          describeBeyond(limit),
        ];
        return `| ${cells.join(" | ")} |`;
      }),
      "",
    ]),
    faultsReport,
  ].join("\n");
}
