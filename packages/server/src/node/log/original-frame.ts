import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The source maps of files by their path; `undefined` for those without one. */
const maps = new Map<string, SourceMap | undefined>();
const MAX_MAPS = 200;

/**
 * A frame of a stack with the place in the source, if the file in it has a source map beside it. Maps are read when they are needed, so
 * that nothing has to be enabled when the process starts.
 */
export function originalFrame(frame: string): string {
  try {
    const place = placeIn(frame);
    if (place === undefined) return frame;
    const { path, line, column, text } = place;
    const entry = mapOf(path)?.findEntry(line - 1, column - 1);
    if (entry === undefined || !("originalSource" in entry)) return frame;
    const source = new URL(entry.originalSource, pathToFileURL(path));
    return frame.replace(text, `${fileURLToPath(source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
  } catch {
    return frame; // a URL or a map that cannot be read must not cost the entry
  }
}

/** The file, line and column of a frame: `at sail (file:///boat.js:5:9)`, or without a name and parentheses. */
function placeIn(frame: string): { path: string; line: number; column: number; text: string } | undefined {
  const text = frame.slice(Math.max(frame.lastIndexOf("("), frame.lastIndexOf("at ") + 2) + 1).replace(")", "");
  const [column = "", line = "", ...rest] = text.split(":").reverse();
  const url = rest.reverse().join(":");
  if (!/\.[cm]?js$/.test(url)) return undefined;
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  return { path, line: Number(line), column: Number(column), text };
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
