import { readFile } from "node:fs/promises";
import { type TrustedKey, verifyCard } from "@a2a/card/signing";
import type { HttpClient } from "@a2a/http";
import { type AgentCard, isJsonObject, LocalError } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";
import type { FoundCard } from "../connect/find-card.ts";

/** The result of verifying the signatures of a card. */
export interface Verified {
  /** `verified`, `unverifiable` or `absent`, and why. */
  readonly outcome: string;
  /** The card as far as a signature covers it, if one does. */
  readonly card?: AgentCard;
}

/**
 * Verifies the signatures of a card: with the keys of a file, else with the key set that a signature names, if that is at the origin
 * of the card. Rejects with a `LocalError` `SIGNATURE` when there is one that does not hold.
 */
export async function verifySignatures(found: FoundCard, exchange: HttpClient, jwks?: string): Promise<Verified> {
  const origin = found.url === undefined ? [] : [new URL(found.url).origin];
  const result = await verifyCard(found.source, {
    ...(jwks !== undefined && { keys: await readKeys(jwks) }),
    keySets: { allow: origin, http: exchange },
    ...(found.url !== undefined && { url: found.url }),
  });
  if (result.valid) return { outcome: `verified, by key ${result.kid}`, card: result.card };
  if (result.problem === "NO_SIGNATURES") return { outcome: "absent" };
  if (UNKNOWN.has(result.problem)) return { outcome: `unverifiable, ${result.message}` };
  throw new LocalError("SIGNATURE", `the card is not trusted: ${result.message}`);
}

const UNKNOWN = new Set<string>(["UNKNOWN_KEY", "JKU_NOT_ALLOWED", "JKU_UNREACHABLE"]);

async function readKeys(path: string): Promise<TrustedKey[]> {
  try {
    const set: unknown = JSON.parse(await readFile(path, "utf8"));
    if (isJsonObject(set) && Array.isArray(set.keys)) {
      return set.keys.filter(isJsonObject).map((jwk) => ({ jwk }) as object as TrustedKey); // checked when it is used
    }
  } catch (cause) {
    throw new UsageError(`--jwks ${path}: cannot be read`, { cause });
  }
  throw new UsageError(`--jwks ${path}: expected a JSON object with keys`);
}
