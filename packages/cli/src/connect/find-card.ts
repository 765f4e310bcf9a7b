import { readFile } from "node:fs/promises";
import { type DecodedCard, decodeCard, type FetchedCard, fetchCardWith } from "@a2a/card";
import { fetchCatalog } from "@a2a/card/catalog";
import type { HttpClient } from "@a2a/http";
import { isA2AError, isLocalError, type JsonValue } from "@a2a/types";
import { CliError } from "../cli/failure.ts";
import { line, shellWord } from "../cli/io.ts";
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
    const agents = isLocalError(error, "HTTP") && error.status === 404 ? await agentsAt(address, exchange, signal) : [];
    throw agents.length > 0 ? severalAgents(address, agents, error) : explained(error, address, target.isOwn === true);
  }
}

/** The addresses of the agents that a gateway, or a server of several, lists; none where there is no list. */
async function agentsAt(address: string, http: HttpClient, signal: AbortSignal): Promise<string[]> {
  try {
    const entries = await fetchCatalog(address, { http, signal, timeoutMs: 5_000 });
    return entries.map(({ url }) => url.replace(/\/\.well-known\/[^/]*$/, ""));
  } catch {
    return []; // what is wrong with the card is more telling
  }
}

function severalAgents(address: string, agents: readonly string[], cause: unknown): CliError {
  const shown = agents.slice(0, 20).map(line).join(", ");
  const more = agents.length > 20 ? `, and ${agents.length - 20} more` : "";
  return new CliError("A2ACLI_ERR_CARD_NOT_FOUND", `${address} has several agents: ${shown}${more}`, {
    cause,
    hint: `name one of them, such as ${shellWord(agents[0] ?? "")}`,
  });
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
