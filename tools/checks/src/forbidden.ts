import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./files.ts";
import type { Finding } from "./finding.ts";

// Written as expressions that do not match their own source.
const forbidden: readonly { pattern: RegExp; message: string }[] = [
  {
    pattern: /https?:\/\/(registry|npm)\.|\bregistry\.(npmjs|yarnpkg|npmmirror)\.|^\s*(@[\w-]+:)?registry\s*=/,
    message: "names a registry: which one is used is for the machine to say",
  },
  {
    pattern: /https?:\/\/[^\s"'`)]+\.(tgz|tar\.gz)\b|\bcodeload\.[a-z]+\.|\btarball:\s*['"]?https?:/,
    message: "names the address of a tarball: dependencies are versions, and the lockfile holds hashes only",
  },
  {
    pattern: /(?<![\w.\-~/])\/(work|root|home)\//,
    message: "names a path of one machine: use a path from the root of the repository, or a temporary folder",
  },
];

/** No file names a registry, the host of a tarball, or a path that exists on one machine only. */
export function checkForbidden(root: string): Finding[] {
  return listFiles(root).flatMap((file) => {
    const bytes = readFileSync(join(root, file));
    if (bytes.includes(0)) return [];
    return bytes
      .toString("utf8")
      .split("\n")
      .flatMap((text, index) =>
        forbidden
          .filter(({ pattern }) => pattern.test(text))
          .map(({ message }) => ({ file, line: index + 1, message })),
      );
  });
}
