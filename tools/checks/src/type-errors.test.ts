import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedCompilerOptions } from "./compiler.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const served = (options: string) => `
import { serve } from "@a2a/server/node";
const card = { name: "Echo" };
async function* executor() { yield "hi"; }
await serve({ ${options} });
export { card, executor };`;

const yielded = (value: string) => `
import { status } from "@a2a/types";
import { serve } from "@a2a/server/node";
await serve({ card: { name: "Echo" }, executor: async function* () { yield ${value}; } });
export { status };`;

const called = (call: string) => `
import { connect } from "@a2a/client";
import { agentTool } from "@a2a/tool-wrapper";
export const agent = await connect("https://agent.example");
${call};
export { agentTool };`;

/** What developers get wrong, and what the compiler says about it. */
const mistakes: readonly [mistake: string, source: string, message: RegExp][] = [
  [
    "a misspelled option of serve",
    served("card, executor, prot: 4000"),
    /'prot' does not exist in type 'ServeOptions'/,
  ],
  [
    "a version that does not exist",
    served('card, executor, versions: ["2.0"]'),
    /Type '"2\.0"' is not assignable to type '("\d\.\d"( \| )?){4}'/,
  ],
  [
    "a card without a name",
    served("card: {}, executor"),
    /Property 'name' is missing in type '{}' but required in type 'CardAuthor'/,
  ],
  [
    "a card with a member of its own",
    served('card: { name: "Echo", nmae: "x" }, executor'),
    /'nmae' does not exist in type 'CardAuthor'/,
  ],
  ["no executor", served("card"), /Property 'executor' is missing in type .* but required in type 'ServeOptions'/],
  [
    "a misspelled option beside several agents",
    served("agents: { echo: { card, executor } }, prot: 4000").replace("export { card, executor }", "export {}"),
    /'prot' does not exist in type 'ServeAgentsOptions<"echo">'/,
  ],
  [
    "an executor that returns a text",
    served('card, executor: () => "hi"'),
    /Type 'string' is not assignable to type 'AsyncGenerator/,
  ],
  ["a port that is a text", served('card, executor, port: "4000"'), /Type 'string' is not assignable to type 'number'/],
  [
    "one authenticator instead of a list",
    `import { bearer } from "@a2a/server";${served('card, executor, auth: bearer({ tokens: { t: "ann" } })')}`,
    /Type 'Authenticator' is not assignable to type 'readonly Authenticator\[\]'|missing the following properties from type 'readonly Authenticator\[\]'/,
  ],
  [
    "a misspelled limit",
    served("card, executor, limits: { maxBodyByte: 1 }"),
    /'maxBodyByte' does not exist in type 'LimitOptions'/,
  ],
  ["an executor that yields a number", yielded("5"), /Type 'number' is not assignable to type 'AgentYield/],
  [
    "a state that does not exist",
    yielded('status("DONE")'),
    /Argument of type '"DONE"' is not assignable to parameter of type 'TaskState'|not assignable to parameter of type/,
  ],
  [
    "a misspelled option of connect",
    called('await connect("https://agent.example", { verisons: ["1.0"] })'),
    /'verisons' does not exist in type 'ConnectOptions'/,
  ],
  [
    "a version that connect does not have",
    called('await connect("https://agent.example", { versions: ["2.0"] })'),
    /Type '"2\.0"' is not assignable to type/,
  ],
  [
    "an agent that is undefined",
    called("await connect(undefined)"),
    /Argument of type 'undefined' is not assignable to parameter of type 'string \| AgentCard \| URL'/,
  ],
  ["a message that is a number", called("await agent.send(5)"), /Argument of type 'number' is not assignable/],
  [
    "a tool without a name",
    called("agentTool(agent, {})"),
    /Property 'name' is missing in type '{}' but required in type 'AgentToolOptions'/,
  ],
];

describe("the compiler's message for", () => {
  let messages: ReadonlyMap<string, string>;
  beforeAll(() => {
    messages = compile(mistakes.map(([, source]) => source));
  }, 120_000);

  it.each(mistakes.map(([mistake, , message], index) => [mistake, message, index] as const))(
    "%s names it",
    (_, message, index) => {
      const said = messages.get(fileName(index)) ?? "no message";
      expect(said).toMatch(message);
      // With overloads, compilers before TypeScript 7 explain a mistake by all of them, the unrelated one first.
      expect(said).not.toMatch(/No overload matches|ServeAgentsOptions'\.$/m);
    },
  );
});

function fileName(index: number): string {
  return join(root, "apps/demo/src", `mistake-${index}.ts`);
}

/** Compiles programs that exist in memory only, beside those of the demo, and returns the messages by file. */
function compile(sources: readonly string[]): Map<string, string> {
  const options = { ...sharedCompilerOptions(root), noEmit: true };
  const host = ts.createCompilerHost(options);
  const files = new Map(sources.map((source, index) => [fileName(index), source]));
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const source = files.get(file);
    return source === undefined
      ? getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, source, languageVersion);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return new Map(
    [...files.keys()].map((file) => [
      file,
      program
        .getSemanticDiagnostics(program.getSourceFile(file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
        .join("\n"),
    ]),
  );
}
