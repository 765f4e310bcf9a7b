import { createHash, generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type CardSigner, signCard } from "@a2a/card/signing";
import type { AgentCard, JsonObject } from "@a2a/types";
import { isJsonObject } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";

/** Signs cards with the private key in a file, a JSON Web Key. Throws a `UsageError` when the file has none. */
export function signerFrom(flag: string, path: string): (card: AgentCard) => Promise<AgentCard> {
  const signer = readSigner(flag, path);
  return (card) => signCard(card, signer);
}

/** The private key in a file, a JSON Web Key. Throws a `UsageError` when the file has none. */
export function readSigner(flag: string, path: string): CardSigner {
  return { key: readKey(flag, path) } as object as CardSigner; // checked when it signs
}

/** Writes a new private key to a file that only its owner can read, unless there is one already. */
export function ensureKey(path: string): void {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { crv, kty, x, y, d } = privateKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url"); // RFC 7638
  try {
    writeFileSync(path, `${JSON.stringify({ kty, crv, x, y, d, kid, alg: "ES256" })}\n`, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return;
    throw new UsageError(`${path} cannot be written`, { cause });
  }
}

/** The key set with the public half of a private key. */
export function publicKeys(path: string): JsonObject {
  const key = readKey("FILE", path);
  return { keys: [Object.fromEntries(Object.entries(key).filter(([name]) => PUBLIC.has(name)))] };
}

const PUBLIC = new Set(["kty", "crv", "x", "y", "n", "e", "kid", "alg"]);

function readKey(flag: string, path: string): JsonObject {
  let key: unknown;
  try {
    key = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new UsageError(`${flag} ${path}: cannot be read as a JSON Web Key; a2a card keys ${path} creates one`, {
      cause,
    });
  }
  if (isJsonObject(key) && typeof key.d === "string") return key;
  throw new UsageError(`${flag} ${path}: expected a private JSON Web Key, with a member d`);
}
