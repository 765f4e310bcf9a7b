import type { Target } from "../benchmark.ts";
import type { Row } from "../judge.ts";
import type { StoredResult, StoredRun } from "./stored-run.ts";
import { short } from "./svg.ts";

/** A table for each figure of a run: a row for each contestant, a column for each number of callers. */
export function tablesOf({ results }: StoredRun, figures: readonly string[]): string {
  return figures.map((figure) => tableOf(figure, results)).join("\n\n");
}

function tableOf(figure: string, results: readonly StoredResult[]): string {
  const contestants = [...new Set(results.flatMap(({ rows }) => rows.filter(isPlain).map((row) => row.contestant)))];
  const heads = results.map(({ level }) => (level === undefined ? "measured" : `${level} at a time`));
  const find = (result: StoredResult, contestant: string) =>
    result.rows.find((row) => isPlain(row) && row.figure === figure && row.contestant === contestant);
  return [
    `| ${figure} | ${heads.join(" | ")} |`,
    `|---|${heads.map(() => "---").join("|")}|`,
    ...contestants.map((contestant) => {
      const cells = results.map((result) => cellOf(find(result, contestant)));
      return `| ${contestant} | ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

function isPlain({ against }: Row): boolean {
  return against === undefined;
}

function cellOf(row: Row | undefined): string {
  if (!row) return "";
  const { ratio, median, target, ok } = row;
  const spread = `${ratio.low.toFixed(2)} – ${ratio.high.toFixed(2)}`;
  const goal = target ? `<br>goal ${goalOf(target)}: ${ok ? "met" : "**missed**"}` : "";
  return `**${ratio.median.toFixed(2)} ×** (${spread}), ${short(median)}${goal}`;
}

function goalOf({ atMost, atLeast }: Target): string {
  return atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
}
