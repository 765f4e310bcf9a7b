import { line } from "./io.ts";

/** Rows as columns of equal width below their headings. Nothing in a cell can start a line or move the cursor. */
export function renderTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings.map((heading) => heading.toUpperCase()), ...rows.map((row) => row.map(line))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .map((text) => `${text}\n`)
    .join("");
}
