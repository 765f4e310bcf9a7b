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
    "builds and runs those on the SDKs of other languages, and keeps the results of the rest; `npm run interop -- hosts` runs a graph on `langgraph dev` and",
    "our agent behind the LiteLLM proxy, both from PyPI. It tries every operation in both directions, and kills and restarts the agents in mid-stream. A cell shows the result: *yes*; *no*, with the side at fault; or *not",
    "always* if it depends on timing. With `--record`, it also records streams and unusual answers, and tests replay them without the SDKs.",
    "",
    ...languages.flatMap(sectionsMarkdown),
    "## Deviations that our packages read",
    "",
    "Cells say *yes* although the peer deviates from the specification here.",
    "",
    "- Cards without members that are empty, as ProtoJSON writes them: a2a-sdk (Python) 1.3 omits `tags`, `description` and empty lists.",
    "- a2a-go 2.4 answers a list of webhooks with `null` in 0.3, where there is none.",
    '- a2a-java 0.3.3 names the class of an error over HTTP+JSON instead of a type: `{ "error": "io.a2a.spec.TaskNotFoundError", … }`.',
    "- `langgraph dev` tags the events of a stream of 1.0 with the `kind` of 0.3, and does not wrap them.",
    "- a2a-go 2.4 reads refused subscriptions in event streams only, so our server refuses them there, except for tasks that have ended.",
    "",
    "## Not part of the run",
    "",
    "- The server of a2a-java 0.3.3 over gRPC: the registry has no `a2a-java-sdk-reference-grpc` of that version.",
    "- The LiteLLM proxy with a database. Without one, it answers a request for a card without its key with status 500; pass the key as a header, as the",
    "  run does: `connect(url, { headers: { Authorization: … } })`.",
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
