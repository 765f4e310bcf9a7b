import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isTestFile, listFiles } from "./files.ts";
import type { Finding } from "./finding.ts";

/**
 * A protocol version in quotes, or a module of one. A version of three numbers is an agent's or a package's own, one from 2 on that
 * of JSON-RPC or a section of the specification.
 */
const literal = /(["'`])v?[01]\.\d\1|(?:from |import\()"[^"]*\bv\d_\d\b/;

/** Sources that may name protocol versions. */
const exempt: readonly RegExp[] = [
  /^packages\/[^/]+\/src\/[^/]+\.ts$/, // entry points
  /\/versions\//,
  /^packages\/bridge\/src\/codec\/model-version\.ts$/, // the one that the model is
  /^packages\/cli\//, // its texts and conformance checks are about versions
  /^packages\/types\/src\/(arbitraries|dialects)\//, // test data, and a host's own defaults
  /^packages\/server\/src\/engine\/contract\//, // a test suite
  /^packages\/bridge\/src\/task-bridge\//, // a host's API, which speaks 0.1 unless told otherwise
  /^packages\/client\/src\/remote-agent\//, // a host's API, which speaks 0.1 only
  /^packages\/card\/src\/catalog\//, // catalogs have versions of their own
  /^packages\/card\/src\/lint\//, // its rules are about the cards of each version
];

/** No source outside `versions/`, entry points, tests and the CLI names a protocol version: a codec says what differs. */
export function checkVersionLiterals(root: string): Finding[] {
  return listFiles(root, "packages")
    .filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file) && !isTestFile(file))
    .filter((file) => !exempt.some((pattern) => pattern.test(file)))
    .flatMap((file) =>
      withoutComments(readFileSync(join(root, file), "utf8"))
        .split("\n")
        .flatMap((text, index) => (literal.test(text) ? [{ file, line: index + 1, message }] : [])),
    );
}

const message =
  "names a protocol version: describe the difference as a property of VersionCodec, and read it from the codec";

/** The source with its comments blanked, which preserves line numbers. */
function withoutComments(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}
