import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createFixture } from "../fixture.ts";
import { checkWords, PHRASES, type Phrase } from "./words.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const phrases = JSON.parse(readFileSync(join(root, PHRASES), "utf8")) as Record<string, Phrase>;

it("leaves none of the phrases in pages that people write", () => {
  expect(Object.entries(phrases).filter(([, { pages }]) => pages > 0)).toEqual([]);
});

it.each([
  ["is no …", "A file that is no page.", "There is no page. It is no longer there."],
  ["told", "Callers are told.", "Callers get an error."],
  ["goes on", "The stream goes on.", "The stream continues."],
  ["whatever", "Whoever has the link", "Anyone who has the link"],
  ["What …", "/** What a request asks for. */", "/** The operation. What is it? */"],
  ["came of", "A message and what came of it.", "A message and its outcome."],
  ["it stands", "The task as it stands.", "A token that stands for the caller."],
  ["by then", "It has ended by then.", "It ends before that."],
  ["British spelling", "the behaviour of the colour", "the behavior of the color"],
])("finds %j and nothing in its place", (name, before, after) => {
  const expression = new RegExp(phrases[name]?.pattern ?? "", "i");
  expect(before).toMatch(expression);
  expect(after).not.toMatch(expression);
});

it("fails when a phrase occurs more often than is left of it, in pages and in sources, and ignores generated pages", () => {
  const list = { told: { pattern: "\\btold\\b", instead: "say who", pages: 0, sources: 1 } };
  using fixture = createFixture({
    [PHRASES]: JSON.stringify(list),
    "docs/guide.md": "First\nYou are told.\n",
    "docs/cli.md": "You are told.\n",
    "packages/a/src/a.ts": "// told once\n",
  });
  expect(checkWords(fixture.root).map(({ file, line }) => `${file}:${line}`)).toEqual(["docs/guide.md:2"]);
  using more = createFixture({ [PHRASES]: JSON.stringify(list), "packages/a/src/a.ts": "// told, told\n" });
  expect(checkWords(more.root)).toHaveLength(2);
});
