import { expect, it } from "vitest";
import { createFixture, manifest } from "../fixture.ts";
import { checkSnippets } from "./snippets.ts";

function check(files: Record<string, string>) {
  using fixture = createFixture({
    "packages/types/package.json": manifest("@a2a/types"),
    "packages/types/src/index.ts": 'export { double } from "./room/double.ts";\n',
    "packages/types/src/room/double.ts": "export function double(value: number): number {\n  return value * 2;\n}\n",
    ...files,
  });
  return checkSnippets(fixture.root);
}

const good = 'import { double } from "@a2a/types";\n\nexport const four = await Promise.resolve(double(2));\n';

it("compiles snippets against the sources of the workspace, in any folder", () => {
  const document = `# A\n\n\`\`\`ts\n${good}\`\`\`\n`;
  expect(check({ "README.md": document, "packages/types/README.md": document, "docs/deep/a.md": document })).toEqual(
    [],
  );
});

it("reports a mistake at its line in the document", () => {
  const document = '# A\n\n```ts ignore\nimport { double } from "@a2a/types";\n\ndouble("2");\n```\n';
  expect(check({ "docs/guide.md": document })).toEqual([
    { file: "docs/guide.md", line: 6, message: expect.stringContaining("TS2345") },
  ]);
});

it("reports an entry point that does not exist, and a syntax error", () => {
  const document = '```typescript\nimport "@a2a/types/nowhere";\n```\n\n```ts\nconst = 1;\n```\n';
  const findings = check({ "README.md": document });
  expect(findings.map(({ line }) => line)).toEqual(expect.arrayContaining([2, 6]));
});

it("isolates snippets, and ignores other languages", () => {
  const document = "```ts\nconst shared = 1;\n```\n\n```ts\nexport const other = shared;\n```\n\n```js\nbroken(\n```\n";
  expect(check({ "README.md": document }).map(({ line, message }) => `${line} ${message}`)).toEqual([
    expect.stringContaining("6 TS2304"),
  ]);
});

it("resolves a package by the alias in the fence", () => {
  const document = (info: string) => `\`\`\`ts ${info}\n${good.replace("@a2a/types", "numbers")}\`\`\`\n`;
  expect(check({ "docs/a.md": document("numbers=@a2a/types") })).toEqual([]);
  expect(check({ "docs/a.md": document("words=@a2a/types") })).toEqual([
    { file: "docs/a.md", line: 2, message: expect.stringContaining("TS2307") },
  ]);
});
