import { table } from "../markdown-table.ts";
import { type Difference, differences } from "./differences.ts";
import { type KitReport, levels } from "./report.ts";

/** The heading that the section begins with; it ends with the page. */
export const KITS_HEADING = "## Public kits";

/** The section about the public kits: their counts, and why tests fail. */
export function kitsSection(reports: readonly KitReport[]): string {
  return [
    KITS_HEADING,
    INTRODUCTION,
    table(
      ["Kit", "Commit", "Served", ...levels.map((level) => `${level}: passed, failed, skipped`), "Not explained"],
      reports.flatMap(rowsOf),
    ),
    "### Why tests fail",
    "Each row is a disagreement between a kit and the specification that it tests, except the last of TCK 0.3: there, we accept more than the specification.",
    ...reports.flatMap(({ kit }) => {
      const rows = differences[kit];
      return rows
        ? [`#### ${kit}`, table(["Tests of the kit", "The kit expects", "The specification says"], rows.map(rowOf))]
        : [];
    }),
  ].join("\n\n");
}

const INTRODUCTION = `\`npm run kits -- FOLDER…\` runs checkouts of the public kits against an agent that behaves as they expect: \`a2aproject/a2a-tck\`,
branches \`1.0-dev\` and \`0.3.x\`, and the ACTS corpus (A2A pull request 1882, branch \`conformance-spec\`), which this project runs with a
runner of its own. \`a2aproject/a2a-itk\`, the interop kit of the SDKs, sends messages around [our agent](../apps/itk) and the official ones for Python 1.0.3 and Go
2.3.1, which it starts: sends, streams, resumed streams and webhooks. The kits for 1.0 run over JSON-RPC, HTTP+JSON and gRPC, the one for 0.3 over the first two. Each is run
against the agent directly, through a gateway, and with SQLite as the store. Tests of agents that do not stream are skipped through a gateway, which
streams for them.
[kits.json](../tools/conformance/results/kits.json) lists every failure with its test, its message, and both texts. *Not explained* counts
failures that are not in the tables below; the command fails when there is one. The 0.3 kit has no levels: its mandatory tests count as
MUST, the others as SHOULD.`;

function rowsOf({ kit, commit, date, runs }: KitReport): string[][] {
  return runs.map(({ setup, counts, failures }) => [
    kit,
    `${commit.slice(0, 8)}, ${date}`,
    setup,
    ...levels.map((level) => `${counts[level].passed}, ${counts[level].failed}, ${counts[level].skipped}`),
    String(failures.filter(({ specification }) => specification === undefined).length),
  ]);
}

function rowOf({ tests, kit, text }: Difference): string[] {
  return [tests, kit, text];
}
