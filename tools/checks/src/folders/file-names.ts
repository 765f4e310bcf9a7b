import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isTestFile, listFiles } from "../files.ts";
import type { Finding } from "../finding.ts";

/** Names that need no quoting in any shell, file system or URL. */
const PLAIN_NAME = /^[A-Za-z0-9._/@+-]+$/;

/** No file is empty or has a name that needs quoting: such files are left behind by tests or typos. */
export function checkFileNames(root: string): Finding[] {
  return listFiles(root).flatMap((file) => [
    ...(PLAIN_NAME.test(file)
      ? []
      : [{ file, message: "has an odd name: use letters, digits, and the characters . _ - @ +" }]),
    ...(statSync(join(root, file)).size === 0 ? [{ file, message: "is empty: delete it" }] : []),
  ]);
}

/** The maximum number of sources per folder. */
const MAX_SOURCES = 20;

/** Folders that are still too large, with the number of sources they may have. A folder that has shrunk must leave the list. */
const crowded: Readonly<Record<string, number>> = {};

/** No folder holds more than 20 sources, not counting tests. */
export function checkFolderSizes(root: string, exceptions = crowded): Finding[] {
  const counts = new Map<string, number>(Object.keys(exceptions).map((folder) => [folder, 0]));
  for (const file of listFiles(root)) {
    if (!/^(packages|apps|tools)\/[^/]+\/src\/.*\.ts$/.test(file) || isTestFile(file)) continue;
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  return [...counts].flatMap(([file, count]) => {
    const limit = exceptions[file] ?? MAX_SOURCES;
    if (count > limit) return [{ file, message: `holds ${count} sources, more than ${limit}: sort them into folders` }];
    const isStale = file in exceptions && count <= MAX_SOURCES;
    return isStale ? [{ file, message: "is no longer crowded: remove it from the exceptions in file-names.ts" }] : [];
  });
}
