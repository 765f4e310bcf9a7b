// The first step of `npm run demo` and `npm test`: installs with the pinned pnpm, unless the last install already matches.
// Runs on any Node from 20 on, before anything is installed, so it uses built-ins only.
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
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...manifests()]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function manifests() {
  return ["packages", "apps", "tools"].flatMap((dir) =>
    readdirSync(join(root, dir))
      .sort()
      .map((name) => join(dir, name, "package.json"))
      .filter((file) => existsSync(join(root, file))),
  );
}

function install() {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  console.error(`Installing with ${packageManager} (only when dependencies changed) …`);
  const command = process.platform === "win32" ? "npx.cmd" : "npx";
  const { status, error } = spawnSync(command, ["--yes", packageManager, "install", "--frozen-lockfile"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, npm_config_yes: "true" },
  });
  if (error) throw error;
  if (status !== 0) {
    console.error("Setup failed: the messages above say why. `npm run setup` tries again.");
    process.exit(status ?? 1);
  }
}
