import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./pages.ts";

/** A number of the front page, with the page that shows how it was measured. */
export interface Proof {
  readonly value: string;
  readonly text: string;
  readonly link: string;
}

/** The numbers of the front page, taken from the generated pages, so that they cannot differ from them. */
export function readProofs(): Proof[] {
  const requirements = page("conformance").match(/^\| R-\d+ /gm)?.length ?? 0;
  const cases = sum(page("conformance"), /\| (\d+) of \d+ \|$/gm);
  const [ours, theirs] = [ratioOf("ours"), ratioOf("official SDK 1.3, Express")];
  const languages = page("interop").match(/^## \w+$/gm)?.length ?? 0; // longer headings are not languages
  const tried = page("interop").match(/\| yes(?= \|)/g)?.length ?? 0;
  return [
    {
      value: `${requirements}`,
      text: `requirements of protocol 1.0, covered by ${cases.toLocaleString("en")} passing test cases`,
      link: "/conformance.html",
    },
    {
      value: `${ours} ×`,
      text: `the event throughput of bare node:http with 64 streams. The official SDK reaches ${theirs} ×.`,
      link: "/benchmarks.html",
    },
    {
      value: `${languages}`,
      text: `languages whose SDKs we test in both directions: ${tried.toLocaleString("en")} combinations work`,
      link: "/interop.html",
    },
    {
      value: "0",
      text: "events lost or repeated after kill\u00a0-9, checked in every build",
      link: "/durability.html",
    },
  ];
}

function page(name: string): string {
  return readFileSync(join(root, `docs/${name}.md`), "utf8");
}

function sum(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((total, [, count = "0"]) => total + Number(count), 0);
}

/** The median ratio of a contestant in the table of events per second, with 64 streams at a time. */
function ratioOf(contestant: string): string {
  const [, table = ""] = /\n\| events\/s \|.*?\n((?:\|.*\n)+)/.exec(page("benchmarks")) ?? [];
  const row = table.split("\n").find((line) => line.startsWith(`| ${contestant} |`)) ?? "";
  const [, ratio] = /\*\*([\d.]+) ×\*\*/.exec(row.split("|")[4] ?? "") ?? [];
  if (ratio === undefined) throw new Error(`docs/benchmarks.md has no events/s of "${contestant}" with 64 streams`);
  return ratio;
}

/** The frameworks that have adapters, with the page that describes them. */
export const frameworks: readonly { readonly text: string; readonly link: string }[] = [
  ...["AI SDK", "MCP", "LangChain", "Mastra", "OpenAI", "Anthropic", "Google ADK", "Strands"].map((text) => ({
    text,
    link: "/tools.html",
  })),
  ...["Claude Code", "Cursor", "Codex", "VS Code"].map((text) => ({ text, link: "/mcp.html" })),
  ...["Express", "Fastify", "Hono", "Next.js"].map((text) => ({ text, link: "/frameworks.html" })),
  ...["Cloudflare Workers", "Deno", "Bun", "AWS Lambda"].map((text) => ({ text, link: "/runtimes.html" })),
];
