import type { VersionCodec } from "@a2a/bridge";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { type Binding, fetchAgentCard, selectInterface } from "@a2a/card";
import { fetchExchange, type HttpExchange } from "@a2a/http";
import { type AgentCard, type ProtocolVersion, protocolVersions } from "@a2a/types";
import { createTransport } from "../transports/transport.ts";
import { AgentClient } from "./agent-client.ts";

/** How to connect. */
export interface ConnectOptions {
  /** The generations to speak. Default: all four. */
  versions?: readonly ProtocolVersion[];
  /** The bindings to use. Default: JSON-RPC and HTTP+JSON. */
  bindings?: readonly Binding[];
  /** Carries out the requests. Default: over `fetch`. */
  exchange?: HttpExchange;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

const codecs: Readonly<Record<ProtocolVersion, VersionCodec>> = { "1.0": v1_0, "0.3": v0_3, "0.2": v0_2, "0.1": v0_1 };

/** Finds an agent by its address, or takes its card, and settles on what both sides speak. */
export async function connect(agent: string | URL | AgentCard, options: ConnectOptions = {}): Promise<AgentClient> {
  const { versions = protocolVersions, bindings = ["JSONRPC", "HTTP+JSON"], signal, headers } = options;
  const exchange = withHeaders(options.exchange ?? fetchExchange(), headers);
  const isAddress = typeof agent === "string" || agent instanceof URL;
  const found = isAddress ? await fetchAgentCard(agent, { exchange, ...(signal && { signal }) }) : undefined;
  const card = found?.card ?? (agent as AgentCard); // what is no address is a card
  const { entry, version, binding } = selectInterface(card, { versions, bindings });
  const url = found ? new URL(entry.url, found.url).href : entry.url;
  return new AgentClient(
    card,
    createTransport({ url, binding, codec: codecs[version], tenant: entry.tenant }, exchange),
  );
}

function withHeaders(exchange: HttpExchange, headers: Readonly<Record<string, string>> | undefined): HttpExchange {
  if (headers === undefined) return exchange;
  return (request) => exchange({ ...request, headers: { ...headers, ...request.headers } });
}
