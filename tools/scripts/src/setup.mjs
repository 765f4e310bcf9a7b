// The first step of the npm scripts: installs with the pinned pnpm what they need, unless the last install still matches. Runs on any
// Node from 20 on, before anything is installed, so it uses built-ins only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the workspace. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));
const modules = join(root, "node_modules");
/** What Node has compiled of sources and dependencies. It grows with every edit, so an installation empties it. */
export const compiled = join(modules, ".cache/compiled");
const everything = join(modules, ".a2a-setup");
const forDemo = join(modules, ".a2a-setup-demo");
/** The sources use syntax that came with it. */
const NODE_MAJOR = 24;
const hasBundledNode = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);
const isNewEnough = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR;

if (process.argv[1] === fileURLToPath(import.meta.url)) setup(process.argv[2]);

/** Installs everything, or with `demo` only what the demo runs with. Ends the process if that fails. */
export function setup(what) {
  if (!hasBundledNode && !isNewEnough) {
    console.error(
      `This needs Node ${NODE_MAJOR} or newer, found ${process.versions.node}: install it from https://nodejs.org (only on Linux it is installed for you).`,
    );
    process.exit(1);
  }
  // What is there completely is not reduced to what the demo needs.
  if (what === "demo" && !existsSync(everything)) {
    ensure(forDemo, `${isNewEnough}`, {
      says: isNewEnough ? "the demo's dependencies" : `the demo's dependencies and Node ${NODE_MAJOR} (150 MB)`,
      // A Node of the user that is new enough saves the bundled one, which is optional.
      args: ["--prod", "--filter-prod=a2a", "--filter-prod=@a2a/demo...", ...(isNewEnough ? ["--no-optional"] : [])],
    });
  } else {
    ensure(everything, "", {
      says: "everything that tests and checks need: up to 600 MB to download, 1.8 GB on disk, with PostgreSQL, Chromium, Bun, Deno, workerd, Node 22 and other SDKs",
      args: [],
    });
  }
}

/** Installs, unless the stamp says that the same was installed last. */
function ensure(stamp, variant, { says, args }) {
  const wanted = fingerprint(variant);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  rmSync(stamp, { force: true });
  install(says, args);
  writeFileSync(stamp, wanted);
}

function fingerprint(variant) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch} ${variant}`);
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

function install(says, args) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  rmSync(compiled, { recursive: true, force: true });
  console.error(`Installing ${says}, with ${packageManager} (only when dependencies changed) …`);
  const [command, ...first] = isInstalled(packageManager)
    ? [join(modules, ".bin", "pnpm")]
    : ["npx", "--yes", packageManager];
  const all = [...first, "install", "--frozen-lockfile", "--reporter=append-only", ...args];
  const { status, error } = spawnSync(command, all, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    // With CI set, pnpm never asks a question.
    env: { ...process.env, ...homeForCaches(), CI: "true" },
  });
  if (error) throw error;
  if (status !== 0) {
    console.error("Setup failed: the messages above say why. `npm run setup` tries again.");
    process.exit(status ?? 1);
  }
}

/** Where npm and pnpm keep their caches if the home of the user does not exist or is read-only. */
function homeForCaches() {
  try {
    mkdirSync(join(homedir(), ".npm"), { recursive: true });
    accessSync(join(homedir(), ".npm"), constants.W_OK);
    accessSync(homedir(), constants.W_OK);
    return {};
  } catch {
    const home = join(modules, ".cache", "home");
    mkdirSync(home, { recursive: true });
    const userconfig = process.env.npm_config_userconfig ?? join(homedir(), ".npmrc");
    const outside = Object.fromEntries(
      ["DATA", "CACHE", "STATE", "CONFIG"].map((kind) => [`XDG_${kind}_HOME`, undefined]),
    );
    return { ...outside, HOME: home, npm_config_userconfig: userconfig, npm_config_cache: join(home, ".npm") };
  }
}

/** Whether the last install left this very pnpm behind, which saves asking npx for it. */
function isInstalled(packageManager) {
  const manifest = join(modules, "pnpm", "package.json");
  return existsSync(manifest) && packageManager === `pnpm@${JSON.parse(readFileSync(manifest, "utf8")).version}`;
}
