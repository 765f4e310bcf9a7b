import { readFile } from "node:fs/promises";
import { type DecodedCard, decodeCard, type FetchedCard, fetchCardWith } from "@a2a/card";
import type { HttpExchange } from "@a2a/http";
import { isA2AError, isLocalError, type JsonValue } from "@a2a/types";
import { CliError } from "../cli/failure.ts";
import type { Target } from "./target.ts";

/** How a card is asked for. */
export interface FindOptions {
  readonly exchange: HttpExchange;
  readonly signal: AbortSignal;
  /** Told what was found before it is read, so that it can be looked at when it is no card. */
  readonly onDocument?: (document: JsonValue) => void;
}

/** A card, and the document it was read from. */
export type FoundCard = Pick<FetchedCard, "card" | "version" | "source"> & { readonly url?: string };

/** Reads the card of an agent, of whatever generation. No credentials go with it. Rejects with a `CliError` that says what is wrong. */
export async function findCard(target: Target, { exchange, signal, onDocument }: FindOptions): Promise<FoundCard> {
  const read = (document: JsonValue) => {
    onDocument?.(document);
    return decodeCard(document);
  };
  if ("file" in target) return readCardFile(target.file, read);
  const address = target.named?.cardUrl ?? target.url;
  try {
    return await fetchCardWith(read, address, { exchange, signal });
  } catch (error) {
    throw explained(error, address);
  }
}

async function readCardFile(path: string, read: (document: JsonValue) => DecodedCard): Promise<FoundCard> {
  const source = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new CliError("A2ACLI_ERR_CARD_NOT_FOUND", `${path} cannot be read`, { cause, hint: "check the path" });
  });
  try {
    return { ...read(JSON.parse(source) as JsonValue), source }; // JSON.parse gives nothing else
  } catch (cause) {
    throw new CliError("A2ACLI_ERR_CARD_INVALID", `${path} holds no card: ${(cause as Error).message}`, { cause });
  }
}

function explained(error: unknown, address: string): unknown {
  if (isA2AError(error) || isLocalError(error, "PROTOCOL") || isLocalError(error, "LIMIT")) {
    return new CliError("A2ACLI_ERR_CARD_INVALID", error.message, {
      cause: error,
      hint: "a2a card get --lint says more",
    });
  }
  if (!isLocalError(error, "HTTP")) return error;
  const { status } = error;
  if (status === 401 || status === 403) {
    const hint = "--header sends what opens it";
    return new CliError("A2ACLI_ERR_CREDENTIALS_MISSING", `the card of ${address} is not public`, {
      cause: error,
      hint,
    });
  }
  const hint = "give the URL of the card itself, if it is elsewhere";
  return new CliError("A2ACLI_ERR_CARD_NOT_FOUND", error.message, { cause: error, hint });
}
