import { statSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./files.ts";
import type { Finding } from "./finding.ts";

/** Names that every shell, file system and URL takes without quoting. */
const PLAIN_NAME = /^[A-Za-z0-9._/@+-]+$/;

/** No file is empty or has a name that would need quoting: both are what a test or a typo leaves behind. */
export function checkFileNames(root: string): Finding[] {
  return listFiles(root).flatMap((file) => [
    ...(PLAIN_NAME.test(file)
      ? []
      : [{ file, message: "has an odd name: use letters, digits, and the characters . _ - @ +" }]),
    ...(statSync(join(root, file)).size === 0 ? [{ file, message: "is empty: delete it" }] : []),
  ]);
}
