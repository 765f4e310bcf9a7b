import { readdir, readFile } from "node:fs/promises";
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

let loading: Promise<ReadonlyMap<string, PageFile>> | undefined;

/** The files of the page by path, such as `index.html`; read once. */
export function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  loading ??= readPage().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
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
  if (!import.meta.url.endsWith(".ts")) return fileURLToPath(new URL("./page", import.meta.url));
  const script = new URL("../../page/build.ts", import.meta.url).href;
  const { buildPage } = (await import(/* @vite-ignore */ script)) as { buildPage: () => Promise<string> }; // as written there
  return buildPage();
}
