// `npm run new-agent NAME [-- --model anthropic] [--store memory]`: an agent in `apps/NAME` that uses the sources of the packages.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createProject, type ModelProvider, type StoreKind } from "create-a2a";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: "string" }, store: { type: "string" } },
});
const [name = ""] = positionals;
if (!/^[a-z][a-z0-9-]*$/.test(name)) {
  console.error(`npm run new-agent NAME: expected a name such as "my-agent", found "${name}"`);
  process.exit(2);
}
const own = ["client", "postgres", "server", "tool-wrapper", "types"].map((each) => [`@a2a/${each}`, "workspace:^"]);
const folder = join(root, "apps", name);
const files = await createProject({
  folder,
  // Other values are refused with the list of valid ones.
  ...(values.model !== undefined && { model: values.model as ModelProvider }),
  ...(values.store !== undefined && { store: values.store as StoreKind }),
  versions: {
    ...Object.fromEntries(own),
    typescript: "catalog:",
    "@types/node": "catalog:",
    zod: "catalog:",
    ai: "catalog:",
  },
}).catch((error: unknown) => {
  console.error(`npm run new-agent: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
});
const manifest = join(folder, "package.json");
// Nothing is built in the workspace.
writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll('"node ', '"node --conditions=@a2a/source '));
const { status } = spawnSync("pnpm", ["install", "--no-frozen-lockfile"], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
console.log(`Created ${files.length} files in apps/${name}. Next:\n\n  cd apps/${name}\n  npm test\n  npm start`);
