// `npm run test:node22`: the test suite on the Node 22 that this package installs, instead of the root's Node 24.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const node = join(root, "tools/scripts/node_modules/.bin/node");
if (!existsSync(node)) {
  console.error("Node 22 is installed for Linux only: elsewhere, run the suite with a Node 22 of your own.");
  process.exit(1);
}
const vitest = join(root, "node_modules/vitest/vitest.mjs");
// The documentation tools start the CLI from its sources, which use syntax that Node 22 does not have; users get it compiled.
const { status, error } = spawnSync(node, [vitest, "--exclude=tools/docs/**", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  // Programs that the tests start by name get the same Node.
  env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
});
if (error) throw error;
process.exit(status ?? 1);
