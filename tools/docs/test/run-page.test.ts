import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandsIn, findSteps } from "../src/snippets/find-steps.ts";
import { runPage } from "../src/snippets/run-page.ts";

const surroundings = {
  network: { plain: 9, tls: 9, postgres: 9, ca: "" },
  taskId: "",
  places: [new URL("../../../packages/server/snippet.ts", import.meta.url).href],
};

function page(...codes: string[]) {
  const run = (code: string) =>
    code.startsWith("a2a ") ? command(code) : { code, aliases: new Map<string, string>() };
  const steps = codes.map((code, index) => ({ file: "README.md", line: index + 1, run: run(code) }));
  return runPage(steps, surroundings);
}

function command(text: string) {
  const [step] = commandsIn("README.md", `\`\`\`sh\n${text}\n\`\`\``);
  return step?.run ?? expect.fail("no command");
}

it("reports the snippets that throw, end early or leave a broken server behind, and no others", async () => {
  const failures = await page(
    "const one: number = 1;\nexport default one;",
    'import { nowhere } from "@a2a/server";\nnowhere();',
    'throw new Error("out of order");',
    "process.exit(0);",
    'import { createServer } from "node:http";\ncreateServer((_, response) => response.writeHead(500).end()).listen(4000);',
    'const response = await fetch("http://127.0.0.1:4001/");\nexport default response;',
  );
  expect(failures).toEqual([
    { file: "README.md", line: 2, message: expect.stringContaining("nowhere") },
    { file: "README.md", line: 3, message: expect.stringContaining("out of order") },
    { file: "README.md", line: 4, message: expect.stringContaining("ended with status 0") },
    { file: "README.md", line: 5, message: "the server at port 4000 does not answer" },
    { file: "README.md", line: 6, message: expect.stringContaining("ECONNREFUSED") },
  ]);
});

it("calls the server that an earlier snippet of the page has started", async () => {
  const failures = await page(
    `import { serve } from "@a2a/server/node";
     await serve({ card: { name: "Echo" }, executor: async function* () {}, port: 4000 });`,
    `const card = await (await fetch("http://127.0.0.1:4000/.well-known/agent-card.json")).json();
     if (card.name !== "Echo" || !card.url.startsWith("http://127.0.0.1:4000/")) throw new Error(JSON.stringify(card));`,
  );
  expect(failures).toEqual([]);
});

it("runs commands, until they end or serve", async () => {
  const failures = await page(
    "a2a demo-server --port 4100 &    # a test agent",
    'a2a send http://localhost:4100 "hello"',
    "a2a send http://localhost:4101 hello",
  );
  expect(failures.map(({ line }) => line)).toEqual([3]);
});

it("finds pages that have commands only", () => {
  const root = mkdtempSync(join(tmpdir(), "a2a-pages-"));
  try {
    mkdirSync(join(root, "docs"));
    writeFileSync(join(root, "docs/a.md"), "```sh\na2a card X\n```\n");
    writeFileSync(join(root, "docs/b.md"), "nothing to run\n");
    expect([...findSteps(root).keys()]).toEqual(["docs/a.md"]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it("finds the commands of a page, with their quotes, comments and input", () => {
  const markdown = "# A\n\n```sh\nnpm test\na2a bridge detect < request.json   # which\na2a send X 'two words'\n```\n";
  expect(commandsIn("a.md", markdown)).toEqual([
    { file: "a.md", line: 5, run: { args: ["bridge", "detect"], input: "request.json" } },
    { file: "a.md", line: 6, run: { args: ["send", "X", "two words"], input: undefined } },
  ]);
});
