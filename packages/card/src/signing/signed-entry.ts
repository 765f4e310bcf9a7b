import { isJsonObject, type JsonObject } from "@a2a/types";
import { decode } from "jose/base64url";
import { duplicateKeys } from "../document/duplicate-keys.ts";
import { type CardAlgorithm, cardAlgorithms } from "./algorithms.ts";
import { Distrust } from "./problems.ts";

/** One entry of `signatures`, with its header decoded. */
export interface SignedEntry {
  readonly protected: string;
  readonly signature: string;
  readonly header: JsonObject;
}

/** Decodes an entry, or throws a `Distrust`. */
export function readEntry(entry: unknown): SignedEntry {
  if (!isJsonObject(entry) || typeof entry.protected !== "string" || typeof entry.signature !== "string") {
    throw new Distrust("MALFORMED_SIGNATURE");
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(decode(entry.protected));
    const header: unknown = JSON.parse(text);
    decode(entry.signature);
    if (!isJsonObject(header) || duplicateKeys(text).length > 0) throw new Distrust("MALFORMED_SIGNATURE");
    return { protected: entry.protected, signature: entry.signature, header };
  } catch (cause) {
    throw new Distrust("MALFORMED_SIGNATURE", cause);
  }
}

/** The algorithm of a header, if it is one of those allowed. */
export function readAlgorithm(alg: unknown, allowed: readonly CardAlgorithm[] = cardAlgorithms): CardAlgorithm {
  if (alg === undefined || String(alg).toLowerCase() === "none") throw new Distrust("ALGORITHM_NONE");
  const known = allowed.find((name) => name === alg);
  // The caller's list cannot add unsupported algorithms.
  if (known === undefined || !cardAlgorithms.includes(known)) throw new Distrust("ALGORITHM_NOT_ALLOWED");
  return known;
}
