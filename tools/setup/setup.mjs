// The first step of `npm run demo`, `npm test` and `npm run check`: installs with the pinned pnpm, unless the last install
// still matches. Runs on any Node from 20 on, before anything is installed, so it uses built-ins only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const stamp = join(root, "node_modules", ".a2a-setup");
const wanted = fingerprint();

if (!(existsSync(stamp) && readFileSync(stamp, "utf8") === wanted)) {
  install();
  writeFileSync(stamp, wanted);
}

function fingerprint() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...manifests()]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function manifests() {
  return ["packages", "apps", "tools"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder))
        .sort()
        .map((name) => join(folder, name, "package.json"))
        .filter((file) => existsSync(join(root, file))),
    );
}

function install() {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  console.error(`Installing with ${packageManager} (only when dependencies changed) …`);
  const [command, ...args] = isInstalled(packageManager)
    ? [join(root, "node_modules", ".bin", "pnpm")]
    : ["npx", "--yes", packageManager];
  const { status, error } = spawnSync(command, [...args, "install", "--frozen-lockfile", "--reporter=append-only"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    // With CI set, pnpm never asks a question.
    env: { ...process.env, CI: "true" },
  });
  if (error) throw error;
  if (status !== 0) {
    console.error("Setup failed: the messages above say why. `npm run setup` tries again.");
    process.exit(status ?? 1);
  }
}

/** Whether the last install left this very pnpm behind, which saves asking npx for it. */
function isInstalled(packageManager) {
  const manifest = join(root, "node_modules", "pnpm", "package.json");
  return existsSync(manifest) && packageManager === `pnpm@${JSON.parse(readFileSync(manifest, "utf8")).version}`;
}
