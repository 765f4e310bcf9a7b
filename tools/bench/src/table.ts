import type { Target } from "./benchmark.ts";
import type { Row } from "./judge.ts";

const header = ["median", "× baseline", "middle half", "target", ""];

/** The rows as text in columns, with a heading for each figure. */
export function formatTable(rows: readonly Row[]): string {
  const lines = rows.flatMap((row, index) => {
    const startsFigure = row.figure !== rows[index - 1]?.figure;
    return startsFigure ? [[row.figure, ...header], cellsOf(row)] : [cellsOf(row)];
  });
  const widths = ["", ...header].map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, column) => align(cell, column, widths[column] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

function cellsOf({ contestant, median, against, ratio, target, ok }: Row): string[] {
  return [
    against === undefined ? contestant : `${contestant} × ${against}`,
    against === undefined ? formatNumber(median) : "",
    ratio.median.toFixed(2),
    `${ratio.low.toFixed(2)} – ${ratio.high.toFixed(2)}`,
    target ? formatTarget(target) : "",
    ok === undefined ? "" : ok ? "ok" : "miss",
  ];
}

function align(cell: string, column: number, width: number): string {
  return column === 0 || column > 3 ? cell.padEnd(width) : cell.padStart(width);
}

function formatTarget({ atMost, atLeast }: Target): string {
  return [atLeast === undefined ? "" : `≥ ${atLeast}`, atMost === undefined ? "" : `≤ ${atMost}`]
    .filter(Boolean)
    .join(" ");
}

function formatNumber(value: number): string {
  return value >= 1000 ? Math.round(value).toString() : value.toPrecision(3);
}
