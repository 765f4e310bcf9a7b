import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the page. */
export interface PageFile {
  readonly text: string;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The script that draws diagrams, beside the files of the page that use it. */
const MERMAID = "diagram/mermaid.js";

let loading: Promise<ReadonlyMap<string, PageFile>> | undefined;
let drawing: Promise<PageFile | undefined> | undefined;

/** The files of the page by path, such as `index.html`; read once. */
function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  loading ??= readPage().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** A file of the page by path. */
export async function pageFile(path: string): Promise<PageFile | undefined> {
  return path === MERMAID ? mermaid() : (await pageFiles()).get(path);
}

/** Mermaid, an optional dependency that only pages with a diagram load; read once. */
async function mermaid(): Promise<PageFile | undefined> {
  drawing ??= readMermaid();
  return drawing;
}

async function readMermaid(): Promise<PageFile | undefined> {
  try {
    const path = createRequire(import.meta.url).resolve("@mermaid-js/tiny");
    return { text: await readFile(path, "utf8"), type: TYPES[".js"] ?? "" };
  } catch {
    return undefined; // not installed: the page shows the source
  }
}

async function readPage(): Promise<ReadonlyMap<string, PageFile>> {
  const folder = await pageFolder();
  const paths = await readdir(folder, { recursive: true });
  const known = paths.filter((path) => extname(path) in TYPES);
  const files = known.map(async (path): Promise<[string, PageFile]> => {
    const text = await readFile(join(folder, path), "utf8");
    return [path.replaceAll("\\", "/"), { text, type: TYPES[extname(path)] ?? "text/plain" }];
  });
  return new Map(await Promise.all(files));
}

/** Beside the built module are the built files. From sources, the page is built when it is first needed, and again when it changed. */
async function pageFolder(): Promise<string> {
  if (!import.meta.url.endsWith(".ts")) return fileURLToPath(new URL("../page", import.meta.url));
  const script = new URL("../../page/build.ts", import.meta.url).href;
  const { buildPage } = (await import(/* @vite-ignore */ script)) as { buildPage: () => Promise<string> }; // as written there
  return buildPage();
}
