import { expect, it } from "vitest";
import { codeBlocks } from "./markdown.ts";

it("finds blocks with their language and line, also indented and with tildes", () => {
  const markdown = "# Title\n\n```ts title\none();\n```\n\n1. Step:\n   ~~~TS\n   two();\n     three();\n   ~~~\n";
  expect(codeBlocks(markdown)).toEqual([
    { language: "ts", info: "title", line: 3, code: "one();" },
    { language: "ts", info: "", line: 8, code: "two();\n  three();" },
  ]);
});

it("ignores a fence inside a longer fence", () => {
  expect(codeBlocks("````md\n```ts\nbroken(\n```\n````\n")).toEqual([
    { language: "md", info: "", line: 1, code: "```ts\nbroken(\n```" },
  ]);
});

it("does not treat inline code as a fence", () => {
  expect(codeBlocks("```ts``` is how a block starts\n")).toEqual([]);
});
