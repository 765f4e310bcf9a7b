import type { FetchedCard } from "@a2a/card";
import { lintCard } from "@a2a/card/lint";
import { canonicalCard, verifyCard } from "@a2a/card/signing";
import type { HttpClient } from "@a2a/http";
import { isJsonObject } from "@a2a/types";
import type { CardDocument } from "../protocol/journal.ts";

/** Lints a card as it was served, and verifies its signatures with key sets at its own origin. */
export async function examineCard(
  { source, url }: Pick<FetchedCard, "source" | "url">,
  http: HttpClient,
): Promise<CardDocument> {
  return {
    source,
    url,
    canonical: canonical(source),
    findings: lintCard(source, { url }),
    signature: await signatureOf(source, url, http),
  };
}

async function signatureOf(source: string, url: string, http: HttpClient): Promise<CardDocument["signature"]> {
  const result = await verifyCard(source, { keySets: { allow: [new URL(url).origin], http }, url });
  if (result.valid) return { outcome: "verified", detail: `by key ${result.kid}, in the form ${result.form}` };
  if (result.problem === "NO_SIGNATURES") return { outcome: "absent", detail: "the card has no signatures" };
  return { outcome: UNKNOWN.has(result.problem) ? "unverifiable" : "invalid", detail: result.message };
}

const UNKNOWN = new Set<string>(["UNKNOWN_KEY", "JKU_NOT_ALLOWED", "JKU_UNREACHABLE"]);

function canonical(source: string): string | undefined {
  try {
    const card: unknown = JSON.parse(source);
    return isJsonObject(card) ? canonicalCard(card) : undefined;
  } catch {
    return undefined; // the findings say why
  }
}
