import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How Chromium is started. */
export interface FoundBrowser {
  readonly executablePath: string;
  /** The environment of its process. */
  readonly env: NodeJS.ProcessEnv;
}

let found: Promise<FoundBrowser> | undefined;

/**
 * Finds a Chromium that runs here: the one that `CHROMIUM_PATH` names, else that of the npm package, with the libraries of the package
 * where the system lacks some. Rejects with one sentence where none runs.
 */
export function findBrowser(): Promise<FoundBrowser> {
  found ??= find();
  return found;
}

async function find(): Promise<FoundBrowser> {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined) return tried({ executablePath: given, env: process.env });
  const folder = await unpacked();
  const own = { executablePath: join(folder, "chromium"), env: process.env };
  try {
    return await tried(own);
  } catch (error) {
    const libraries = [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
    // If that fails as well, the system's own lack is what can be mended.
    return tried({ ...own, env: { ...process.env, LD_LIBRARY_PATH: libraries } }).catch(() => Promise.reject(error));
  }
}

async function tried(browser: FoundBrowser): Promise<FoundBrowser> {
  const { executablePath, env } = browser;
  try {
    await run(executablePath, ["--version"], { env, timeout: 30_000 });
    return browser;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const [line] = (stderr || message).trim().split("\n");
    throw new Error(`Chromium cannot run here: ${line}`);
  }
}

/** The folder with the package's files: in `node_modules`, or where that is read-only, in the folder for temporary files. */
async function unpacked(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const manifest = join(dirname(dirname(entry)), "package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const name = `chromium-${version}`;
  const cache = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));
  const temporary = join(tmpdir(), `a2a-${process.getuid?.() ?? "browser"}`);
  for (const parent of [cache, temporary]) {
    const folder = join(parent, name);
    if (isOwn(folder)) return folder;
  }
  try {
    return await unpack(join(cache, name));
  } catch {
    return unpack(join(temporary, name));
  }
}

/** Whether a folder exists, and nobody else can have put programs there. */
function isOwn(folder: string): boolean {
  try {
    const { uid } = statSync(folder);
    return uid === (process.getuid?.() ?? uid);
  } catch {
    return false;
  }
}

/** Unpacks next to the destination, which therefore is complete as soon as it exists. */
async function unpack(folder: string): Promise<string> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(`${folder}-`);
  const program = fileURLToPath(new URL("unpack-chromium.ts", import.meta.url));
  try {
    // The package unpacks to the folder for temporary files, always under the same name.
    await run(process.execPath, ["--no-warnings", program], { env: { ...process.env, TMPDIR: staging } });
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
