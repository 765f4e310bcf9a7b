import { detectCard, type VersionCodec } from "@a2a/bridge";
import { type CardVerifier, type DecodedCard, type FetchedCard, fetchCardWith } from "@a2a/card";
import type { HttpClient } from "@a2a/http";
import { compareVersions, isLocalError, type JsonValue, LocalError } from "@a2a/types";
import { rememberSigned, wasSigned } from "./endpoint-memory.ts";
import type { TextMemory } from "./expiring-memory.ts";

/** How the card of an agent is found and trusted. */
export interface FindCardOptions {
  /** Where the card is, when it is not at a well-known place. */
  cardUrl?: string;
  /** Reads cards. Default: by the codecs at hand. */
  readCard?: (wire: JsonValue) => DecodedCard | Promise<DecodedCard>;
  /** Checks the signatures of a card; `cardVerifier` of `@a2a/card/signing` makes one. */
  verifyCard?: CardVerifier;
  /** Whether a card has to be signed by a known key (`require`), or is checked when it is (`prefer`, the default). */
  signatures?: "require" | "prefer";
  /** Remembers how agents are reached and how they deviate. Default: the 500 entries used last, within this process. */
  memory?: TextMemory;
  /** Ends connecting; calls have their own. */
  signal?: AbortSignal;
}

/** The beginning of the note about a card that cannot be read. */
export const NO_CARD = "no card: ";

/** The card, or `undefined` if the agent has no readable card. Throws if the agent itself cannot be reached. */
export async function findCard(
  address: string,
  http: HttpClient,
  codecs: readonly VersionCodec[],
  options: FindCardOptions,
  notes: string[],
): Promise<FetchedCard | undefined> {
  const { cardUrl = address, readCard = readWith(codecs), signal } = options;
  const [version] = codecs.map((codec) => codec.version).sort((a, b) => compareVersions(b, a));
  let found: FetchedCard | undefined;
  try {
    found = await fetchCardWith(readCard, cardUrl, { http, version, signal });
  } catch (error) {
    const unreadable = ["HTTP", "PROTOCOL", "NO_COMMON_INTERFACE"];
    if (!isLocalError(error) || !unreadable.includes(error.code)) throw error;
    notes.push(NO_CARD + error.message);
  }
  if (found?.note !== undefined) notes.push(found.note);
  return trusted(address, found, options);
}

/** The card as far as a signature covers it. A card that was signed once has to stay signed, and there. */
async function trusted(
  agent: string,
  found: FetchedCard | undefined,
  { verifyCard, signatures = "prefer", memory }: FindCardOptions,
): Promise<FetchedCard | undefined> {
  const covered = found && (await verifyCard?.(found));
  if (covered) {
    rememberSigned(agent, memory);
    return { ...found, card: covered.card };
  }
  if (signatures !== "require" && !wasSigned(agent, memory)) return found;
  const before = wasSigned(agent, memory) ? ", although it was before" : "";
  throw new LocalError("SIGNATURE", `the card of ${agent} is not signed by a known key${before}`);
}

function readWith(codecs: readonly VersionCodec[]): (wire: JsonValue) => Promise<DecodedCard> {
  return async (wire) => {
    const codec = detectCard(codecs, wire);
    if (codec) {
      await codec.load?.();
      return { card: codec.card.decode(wire), version: codec.version };
    }
    const spoken = codecs.map((candidate) => candidate.version).join(", ");
    throw new LocalError("NO_COMMON_INTERFACE", `the card is written for a protocol version other than ${spoken}`);
  };
}
