import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { EntrySize } from "./measure.ts";

/** The size of everything that the page of the inspector loads before it is used. */
export async function measurePage(root: string): Promise<EntrySize> {
  const script = pathToFileURL(join(root, "packages/inspector/page/build.ts")).href;
  const { buildPage } = (await import(script)) as { buildPage: () => Promise<string> }; // as written there
  const folder = await buildPage();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name))).length);
  return { entry: "@a2a/inspector (page)", gzip: sizes.reduce((sum, size) => sum + size, 0) };
}
