/**
 * The SHA-256 digest of a secret, one character for each byte. Node computes it at once: Web Crypto queues a job for each, and a flood of
 * calls would keep those of other callers waiting behind it.
 */
export function digestOf(secret: string): string | Promise<string> {
  return nodeCrypto?.hash ? nodeCrypto.hash("sha256", secret, "latin1") : webDigestOf(secret);
}

async function webDigestOf(secret: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
  return String.fromCharCode(...bytes);
}

/** The part of `node:crypto` that is used; other runtimes need not have it. */
interface NodeCrypto {
  hash?(algorithm: "sha256", data: string, encoding: "latin1"): string;
}

const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
const nodeCrypto = process?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined; // not imported: absent elsewhere
