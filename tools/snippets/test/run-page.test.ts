import { expect, it } from "vitest";
import { runPage } from "../src/run-page.ts";

const surroundings = {
  network: { plain: 9, tls: 9, postgres: 9, ca: "" },
  places: [new URL("../../../packages/server/snippet.ts", import.meta.url).href],
};

function page(...codes: string[]) {
  const snippets = codes.map((code, index) => ({ file: "README.md", line: index + 1, code, aliases: new Map() }));
  return runPage(snippets, surroundings);
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
