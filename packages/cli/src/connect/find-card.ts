import { readFile } from "node:fs/promises";
import { type DecodedCard, decodeCard, type FetchedCard, fetchCardWith } from "@a2a/card";
import type { HttpClient } from "@a2a/http";
import { isA2AError, isLocalError, type JsonValue } from "@a2a/types";
import { CliError } from "../cli/failure.ts";
import type { Target } from "./target.ts";

/** How a card is fetched. */
export interface FindOptions {
  readonly exchange: HttpClient;
  readonly signal: AbortSignal;
  /** Called with the document before it is decoded, so that an invalid card can be inspected. */
  readonly onDocument?: (document: JsonValue) => void;
}

/** A card, and the document it was read from. */
export type FoundCard = Pick<FetchedCard, "card" | "version" | "source" | "note"> & { readonly url?: string };

/** Fetches the card of an agent, of any protocol version, without credentials. Rejects with a `CliError` that says what is wrong. */
export async function findCard(target: Target, { exchange, signal, onDocument }: FindOptions): Promise<FoundCard> {
  const read = (document: JsonValue) => {
    onDocument?.(document);
    return decodeCard(document);
  };
  if ("file" in target) return readCardFile(target.file, read);
  const address = target.named?.cardUrl ?? target.url;
  try {
    return await fetchCardWith(read, address, { http: exchange, signal });
  } catch (error) {
    throw explained(error, address, target.isOwn === true);
  }
}

async function readCardFile(path: string, read: (document: JsonValue) => DecodedCard): Promise<FoundCard> {
  const source = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new CliError("A2ACLI_ERR_CARD_NOT_FOUND", `cannot read the card file ${path}`, {
      cause,
      hint: "check the path",
    });
  });
  try {
    return { ...read(JSON.parse(source) as JsonValue), source }; // JSON.parse gives nothing else
  } catch (cause) {
    throw new CliError("A2ACLI_ERR_CARD_INVALID", `${path} is not an agent card: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function explained(error: unknown, address: string, isOwn: boolean): unknown {
  if (isOwn && isLocalError(error, "NETWORK")) {
    return new CliError("A2ACLI_ERR_UNREACHABLE", `the agent of the configuration file is not running at ${address}`, {
      cause: error,
      hint: "start it with a2a serve, or name another agent",
    });
  }
  if (isA2AError(error) || isLocalError(error, "PROTOCOL") || isLocalError(error, "LIMIT")) {
    return new CliError("A2ACLI_ERR_CARD_INVALID", error.message, {
      cause: error,
      hint: "a2a card get --lint lists the problems",
    });
  }
  if (!isLocalError(error, "HTTP")) return error;
  const { status } = error;
  if (status === 401 || status === 403) {
    const hint = "pass the header it needs with --header NAME:VALUE";
    return new CliError("A2ACLI_ERR_CREDENTIALS_MISSING", `the card at ${address} requires credentials`, {
      cause: error,
      hint,
    });
  }
  const hint = "if the card is elsewhere, give its full URL";
  return new CliError("A2ACLI_ERR_CARD_NOT_FOUND", error.message, { cause: error, hint });
}
