// Runs our client against every agent of the matrix and writes docs/interop.md.
import { writeFileSync } from "node:fs";
import { tryAll } from "./matrix/matrix.ts";
import { toMarkdown } from "./matrix/to-markdown.ts";

const results = await tryAll();
writeFileSync(new URL("../../../docs/interop.md", import.meta.url), toMarkdown(results));
const failed = results.flatMap(({ name, spoken, cells }) =>
  Object.entries(cells).flatMap(([column, outcome]) =>
    outcome.startsWith("fails") ? [`${name}, ${spoken}, ${column}: ${outcome}`] : [],
  ),
);
for (const line of failed) console.error(line);
if (failed.length > 0) process.exitCode = 1;
