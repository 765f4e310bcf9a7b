import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tryAll } from "../src/matrix/matrix.ts";
import { toMarkdown } from "../src/matrix/to-markdown.ts";
import { readResults } from "../src/sdks/results.ts";

it("our client works with every agent of the matrix, and docs/interop.md is up to date", {
  timeout: 60_000,
}, async () => {
  const results = await tryAll();
  const failed = results.flatMap(({ name, spoken, cells }) =>
    Object.entries(cells).flatMap(([column, outcome]) =>
      /^fails|although/.test(outcome) ? [`${name}, ${spoken}, ${column}: ${outcome}`] : [],
    ),
  );
  expect(failed).toEqual([]);
  const written = readFileSync(new URL("../../../docs/interop.md", import.meta.url), "utf8");
  expect(toMarkdown(results, readResults())).toBe(written);
});
