import { columns } from "./columns.ts";
import type { MatrixResult } from "./matrix.ts";

/** The matrix as a document. */
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
    "# Whom our client talks to",
    "",
    "Each row is an agent that runs for real on the loopback, called by `connect` of `@a2a/client`. *Spoken* is what the client settled",
    "on; a card that lies, names a wrong address or is missing does not keep it from finding out. Written by",
    "`node --conditions=@a2a/source tools/interop/src/write-interop.ts`; a test checks that it is up to date.",
    "",
    `| Agent | Spoken | ${names.join(" | ")} |`,
    `|---|---|${names.map(() => "---|").join("")}`,
    ...lines,
    ...(notes.length > 0 ? ["", ...notes.map((note, index) => `${index + 1}. ${note}`)] : []),
    "",
  ].join("\n");
}
