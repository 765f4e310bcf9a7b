import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../src/model");
const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

/** The members of the object types that a source writes out, each with the line before it; without those that are never there. */
function membersOf(source: string): { name: string; before: string }[] {
  const types = source.matchAll(/^export type \w+ =(?: \{\n|\n {2}\| \{\n)[\s\S]*?\};$/gm);
  return Array.from(types, ([text]) => text.split("\n")).flatMap((lines) =>
    lines.flatMap((line, at) => {
      const [, name] = /^\s+(\w+)\??: (?!never;)/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, before: lines[at - 1]?.trim() ?? "" }];
    }),
  );
}

it("every field of the model has a comment, which editors show", () => {
  const all = files.flatMap((file) => membersOf(readFileSync(join(folder, file), "utf8")));
  expect(all.length).toBeGreaterThan(120);
  expect(all.filter(({ before }) => !before.endsWith("*/")).map(({ name }) => name)).toEqual([]);
});
