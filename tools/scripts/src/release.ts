// `npm run release -- --dry-run` lists what would be published: every package whose version the registry does not have.
// `npm run release` builds, installs each tarball on its own, and publishes. Versions are set before, by `changeset version`.
// `npm run release -- --canary` publishes the pending changes under the tag `canary`; the versions are not to be committed.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const args = process.argv.slice(2);

if (args.includes("--dry-run")) {
  run("changeset", "publish-plan");
} else {
  const isCanary = args.includes("--canary");
  if (isCanary) run("changeset", "version", "--snapshot", "canary");
  run("turbo", "run", "build", "check:pkg");
  run(process.execPath, "tools/checks/src/main.ts", "declarations", "packed");
  run("changeset", "publish", ...(isCanary ? ["--tag", "canary", "--no-git-tag"] : args));
}

function run(command: string, ...rest: string[]): void {
  const { status, error } = spawnSync(command, rest, { cwd: root, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
