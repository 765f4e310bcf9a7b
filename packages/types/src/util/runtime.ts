/**
 * Throws on a Node that is too old, in one sentence: otherwise the first missing feature fails with a message that explains nothing. Other
 * runtimes are judged by what they can do.
 */
export function checkRuntime(
  versions: Readonly<Record<string, string | undefined>> | undefined = nodeVersions(),
): void {
  const [major = 0, minor = 0] = (versions?.node ?? "").split(".").map(Number);
  const isNode = versions?.node !== undefined && versions.bun === undefined && versions.deno === undefined;
  if (!isNode || major > MAJOR || (major === MAJOR && minor >= MINOR)) return;
  throw new TypeError(`Node ${MAJOR}.${MINOR} or newer is required; this is Node ${versions.node}`);
}

/** As `engines` in package.json says. */
const MAJOR = 22;
const MINOR = 19;

function nodeVersions(): Readonly<Record<string, string | undefined>> | undefined {
  // Looked up instead of imported: runtimes without it still load this module.
  return (globalThis as { process?: { versions?: Record<string, string | undefined> } }).process?.versions;
}
