import type { VersionCodec } from "@a2a/bridge";
import { type Binding, type FetchedCard, fetchAgentCard, selectInterface } from "@a2a/card";
import { fetchExchange, type HttpExchange } from "@a2a/http";
import { type AgentCard, isLocalError } from "@a2a/types";
import type { Endpoint } from "../transports/transport.ts";
import { AgentClient, type ClientDefaults } from "./agent-client.ts";
import { candidatesFor } from "./candidates.ts";
import { Line } from "./line.ts";

/** How to connect, whatever generations are at hand. */
export interface ConnectCoreOptions extends ClientDefaults {
  /** The generations to speak; a pin is never loosened. */
  codecs: readonly VersionCodec[];
  /** The bindings to use. Default: JSON-RPC and HTTP+JSON. */
  bindings?: readonly Binding[];
  /** Carries out the requests. Default: over `fetch`. */
  exchange?: HttpExchange;
  /** Headers of every request to the agent's own origin. */
  headers?: Readonly<Record<string, string>>;
  /** Where the card is, when it is not at a well-known place. */
  cardUrl?: string;
  signal?: AbortSignal;
}

/**
 * Finds an agent by its address, or takes its card, and settles on what both sides speak. A card that is missing or wrong is no
 * obstacle: what the agent really speaks is found out with the first call, within the pins, and `describe()` tells.
 */
export async function connectWith(agent: string | URL | AgentCard, options: ConnectCoreOptions): Promise<AgentClient> {
  const { codecs, bindings = ["JSONRPC", "HTTP+JSON"], signal } = options;
  const address = typeof agent === "string" || agent instanceof URL ? new URL(agent).href : undefined;
  const exchange = withHeaders(options.exchange ?? fetchExchange(), options.headers, address);
  const found = address === undefined ? undefined : await find(options.cardUrl ?? address, exchange, signal);
  const card = found?.card ?? (address === undefined ? (agent as AgentCard) : unknownAgent(address)); // no address: a card
  const base = address !== undefined && !new URL(address).pathname.endsWith(".json") ? address : found?.url;
  const [first, ...others] = candidatesFor(found || address === undefined ? card : undefined, base, {
    codecs,
    bindings,
  });
  if (found || address === undefined) {
    // A card that offers nothing in common may still be wrong; but when nothing is left to try, it says why.
    if (first === undefined) selectInterface(card, { versions: codecs.map(({ version }) => version), bindings });
  }
  const candidates: [Endpoint, ...Endpoint[]] = [first as Endpoint, ...others];
  const client = new AgentClient(card, new Line(candidates, exchange), options);
  return client;
}

/** The card, or `undefined` where an agent has none; what keeps the agent itself from being reached is thrown. */
async function find(
  address: string,
  exchange: HttpExchange,
  signal: AbortSignal | undefined,
): Promise<FetchedCard | undefined> {
  try {
    return await fetchAgentCard(address, { exchange, ...(signal && { signal }) });
  } catch (error) {
    if (isLocalError(error, "HTTP") || isLocalError(error, "PROTOCOL")) return undefined;
    throw error;
  }
}

/** What is known of an agent without a card: next to nothing. */
function unknownAgent(url: string): AgentCard {
  return {
    name: new URL(url).host,
    description: "",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    version: "",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}

/** Headers, and the credentials in them, go to the origin they were given for and to no other. */
function withHeaders(
  exchange: HttpExchange,
  headers: Readonly<Record<string, string>> | undefined,
  address: string | undefined,
): HttpExchange {
  if (headers === undefined) return exchange;
  const origin = address === undefined ? undefined : new URL(address).origin;
  return (request) => {
    const own = origin === undefined || new URL(request.url).origin === origin;
    return exchange(own ? { ...request, headers: { ...headers, ...request.headers } } : request);
  };
}
