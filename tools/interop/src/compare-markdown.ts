import type { Answers } from "./compare.ts";
import { frameworkRows } from "./compare-frameworks.ts";

const introduction = `# Comparison

The same agent behind our server and behind the two official ones. Each server receives the same requests over plain HTTP on
127.0.0.1. Every row can fail: either the table shows a "no", or a test configures our own server so that it answers no. The official
servers are configured as documented, with webhooks enabled; 1.3.0 also with its 0.3 compatibility layer and its database store on
SQLite, 0.3.14 with its in-memory store. This page does not compare speed. \`npm run interop -- compare\` writes it; a test repeats the requests
and compares.
`;

const frameworks = `
## Clients of frameworks

Some frameworks have their own client for A2A agents. ADK and Strands use the client of the official SDK in version 0.3. Mastra
uses the types of both SDKs, and calls agents over JSON-RPC in 0.3, or in 1.0 with the option \`protocolVersion: "1.0"\`. The table has the
versions that are installed in our workspace, and the dependencies in their manifests.
`;

const wrapper = `
None of the three sends \`Last-Event-ID\`, and neither does \`@a2a-js/sdk\` 0.3.14 or 1.3.0: after a lost connection, a caller can subscribe
again, but cannot ask for the events that it missed. The client of Strands sends text only, and says so in its log. \`ai\`,
\`@openai/agents-core\` and \`@langchain/langgraph\` do not depend on an A2A SDK.

\`@a2a/tool-wrapper\` gives agents of any protocol version to all of these frameworks ([Tools for your framework](tools.md)), and turns agents of
the AI SDK, LangGraph and Mastra into A2A agents.
`;

/** The answers as Markdown. */
export function toDocument({ names, rows }: Answers): string {
  const notes: string[] = [];
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text);
    return `(${notes.indexOf(text) + 1})`;
  };
  const lines = rows.map(({ title, verdicts }) => {
    const cells = verdicts.map(({ holds, because }) => {
      const word = holds === undefined ? "–" : holds ? "yes" : "no";
      return because === undefined ? word : `${word} ${note(because)}`;
    });
    return `| ${[title, ...cells].join(" | ")} |`;
  });
  const footnotes = notes.map((text, index) => `${index + 1}. ${text}`);
  return [
    introduction,
    ...table(["", ...names], lines),
    "",
    ...footnotes,
    frameworks,
    ...table(["Framework", "Its client", "Uses"], frameworkRows()),
    wrapper,
  ].join("\n");
}

function table(head: readonly string[], lines: readonly string[]): string[] {
  return [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...lines];
}
