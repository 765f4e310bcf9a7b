import { columns } from "./columns.ts";
import type { MatrixResult } from "./matrix.ts";

/** The matrix as Markdown. */
export function toMarkdown(results: readonly MatrixResult[]): string {
  const names = Object.keys(columns);
  const notes: string[] = [];
  const cell = (text: string) => {
    if (text === "works") return "yes";
    if (!notes.includes(text)) notes.push(text);
    return `no (${notes.indexOf(text) + 1})`;
  };
  const lines = results.map(
    ({ name, spoken, cells }) =>
      `| ${[name, spoken, ...names.map((column) => cell(cells[column] ?? ""))].join(" | ")} |`,
  );
  return [
    "# Interoperability of the client",
    "",
    "Each row is a real server on 127.0.0.1, called with `connect` from `@a2a/client`. *Used* is the protocol version and binding that the",
    "client picked, even if the card is missing, names a wrong URL or claims another version.",
    "`node --conditions=@a2a/source tools/interop/src/write-interop.ts` writes this page; a test checks that it is up to date.",
    "",
    `| Server | Used | ${names.join(" | ")} |`,
    `|---|---|${names.map(() => "---|").join("")}`,
    ...lines,
    ...(notes.length > 0 ? ["", ...notes.map((note, index) => `${index + 1}. ${note}`)] : []),
    "",
  ].join("\n");
}
