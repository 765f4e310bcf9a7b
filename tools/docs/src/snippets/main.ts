// `npm run docs -- run [FILE …]`: runs every `ts` block and every `a2a` command of the documents. Exits with 1 if one of them fails.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readWorkspace } from "checks/workspace";
import { findSteps } from "./find-steps.ts";
import { type Failure, runPage } from "./run-page.ts";
import { startNetwork } from "./start-network.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const asked = process.argv.slice(2);
const pages = [...findSteps(root)].filter(([file]) => asked.length === 0 || asked.includes(file));
const steps = pages.flatMap(([, each]) => each);
const places = readWorkspace(root).map(({ folder }) => pathToFileURL(join(root, folder, "snippet.ts")).href);

await using shared = await startNetwork();
const failures: Failure[] = [];
const queue = pages.map(([, each]) => each);
await Promise.all([work(), work()]);
for (const { file, line, message } of failures) console.log(`${file}:${line}: ${message}\n`);
console.log(`${steps.length} snippets and commands of ${pages.length} pages ran, ${failures.length} failed`);
if (steps.length === 0 || failures.length > 0) process.exitCode = 1;

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    failures.push(...(await runPage(next, { ...shared, places })));
  }
}
