import type { Results } from "../sdks/results.ts";
import { sectionsMarkdown } from "../sdks/sections-markdown.ts";
import { columns } from "./columns.ts";
import type { MatrixResult } from "./matrix.ts";

/** The matrix and the results of other languages as Markdown. */
export function toMarkdown(results: readonly MatrixResult[], languages: readonly Results[]): string {
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
    "# Interoperability",
    "",
    "`npm run interop` writes this page. It runs probe agents and probe clients on the SDKs for JavaScript; `npm run interop -- java rust`",
    "builds and runs those on the SDKs of other languages, and keeps the results of the rest. It tries every operation in both directions,",
    "and kills and restarts the agents in mid-stream. A cell says what was tried: *yes*, or *no* with whose fault it is, or *not",
    "always* where it depends on timing. With `--record` streams and odd answers are recorded too, and tests replay them without the SDKs.",
    "",
    ...languages.flatMap(sectionsMarkdown),
    "## Not part of the run",
    "",
    "- The SDKs for Java over gRPC: the probes have JSON-RPC and HTTP+JSON only.",
    "- `langgraph dev` (langgraph-cli 0.4.40, langgraph-api 0.16.7) was called by hand on 2026-11-18, with a graph that echoes. `connect` reads its card by",
    "  the URL with `?assistant_id=` and uses 1.0 over JSON-RPC; a send, a stream, a lookup, the lookup of an unknown task and the refused cancel of a",
    "  finished task work. Its stream has two events: the task as it begins, and the task at its end.",
    "- The LiteLLM proxy can be installed from PyPI, and was not called.",
    "",
    "## Cards that are wrong or missing",
    "",
    "Each row is a real server on 127.0.0.1, called with `connect` from `@a2a/client`. *Used* is the protocol version and binding that the",
    "client picked, even if the card is missing, names a wrong URL or claims another version. *push* is a webhook that is sent with the",
    "message. A test checks that this table is up to date.",
    "",
    `| Server | Used | ${names.join(" | ")} |`,
    `|---|---|${names.map(() => "---|").join("")}`,
    ...lines,
    ...(notes.length > 0 ? ["", ...notes.map((note, index) => `${index + 1}. ${note}`)] : []),
    "",
  ].join("\n");
}
