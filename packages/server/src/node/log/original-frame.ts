import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The source maps of files by their path; `undefined` for those without one. */
const maps = new Map<string, SourceMap | undefined>();
const MAX_MAPS = 200;

/**
 * A frame of a stack with the place in the source, where the file in it has a source map beside it. Maps are read when they are needed, so
 * that nothing has to be enabled when the process starts.
 */
export function originalFrame(frame: string): string {
  const found = /(?<url>(?:file:\/\/)?\/[^()\s]+?\.[cm]?js):(?<line>\d+):(?<column>\d+)/.exec(frame);
  const { url = "", line, column } = found?.groups ?? {};
  if (found === null) return frame;
  try {
    const path = url.startsWith("file:") ? fileURLToPath(url) : url;
    const entry = mapOf(path)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !("originalSource" in entry)) return frame;
    const source = new URL(entry.originalSource, pathToFileURL(path));
    return frame.replace(found[0], `${fileURLToPath(source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
  } catch {
    return frame; // a map that cannot be read must not cost the entry
  }
}

function mapOf(path: string): SourceMap | undefined {
  if (maps.has(path)) return maps.get(path);
  if (maps.size >= MAX_MAPS) return undefined;
  let map: SourceMap | undefined;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, "utf8")));
  } catch {
    // Most files have none.
  }
  maps.set(path, map);
  return map;
}
