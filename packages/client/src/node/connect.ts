import type { BindingName } from "@a2a/bridge";
import type { EgressPolicy } from "@a2a/http";
import { type NodeClientOptions, nodeClient } from "@a2a/http/node";
import type { AgentCard } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";
import { loadPackage } from "@a2a/types/node";
import type { AgentClient } from "../client/agent-client.ts";
import { loadConfig, namedAgents } from "../config/load-config.ts";
import { type ConnectOptions, connect as connectOver } from "../connect/connect.ts";
import { refuseMissingScheme } from "../connect/missing-scheme.ts";
import type { ClientBinding } from "../transports/binding.ts";

/** How to connect from Node. */
export interface NodeConnectOptions extends ConnectOptions {
  /** Which addresses may be called beside the agent's own. Default: public ones over HTTPS. */
  egress?: EgressPolicy;
  /** A client certificate and the authorities to trust, as PEM text. */
  tls?: NodeClientOptions["tls"];
  /** The configuration file in which names are looked up. Default: as `loadConfig` finds it. */
  configFile?: string;
}

/**
 * As `connect` of `@a2a/client`, over undici: connections are kept and reused, and every address is checked that a host resolves to.
 * The address that is given may be any, also a private one; whatever else a card points to has to be public. A name is looked up in
 * the configuration file. Close the client when it is no longer needed.
 */
export async function connect(agent: string | URL | AgentCard, options: NodeConnectOptions = {}): Promise<AgentClient> {
  const { egress = {}, tls, configFile, ...rest } = options;
  const isName = typeof agent === "string" && !agent.includes("://");
  const agents = isName && !rest.agents ? configuredAgents(agent, configFile) : rest.agents;
  const named = isName && agents && Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  const known = { ...rest, ...(agents && { agents }) };
  if (rest.http ?? named?.http) return connectOver(agent, known);
  const own = ownHosts(named?.url ?? agent, [...(named?.origins ?? []), ...(rest.origins ?? [])]);
  const trusting = (hosts: readonly string[]) => ({ ...egress, allowHosts: [...hosts, ...(egress.allowHosts ?? [])] });
  const { http, close } = nodeClient({ egress: trusting(own), tls });
  // A binding with a port of its own may use any port of the agent's host.
  const { lookup } = nodeClient({ egress: trusting(own.flatMap(hostNames)) });
  try {
    return await connectOver(agent, { findBinding, dial: { lookup, tls }, ...known, http, onClose: close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** The binding of a package of its own, where it is installed. */
async function findBinding(name: BindingName): Promise<ClientBinding | undefined> {
  if (name !== "GRPC") return undefined;
  const { grpc } = (await loadPackage("@a2a/grpc/client", "the binding GRPC")) as { grpc: ClientBinding }; // the package promises that
  return grpc;
}

/** The agents of the configuration file. A host name without a scheme is a mistake worth naming before a missing file. */
function configuredAgents(agent: string, file: string | undefined): ConnectOptions["agents"] {
  try {
    return namedAgents(loadConfig(file === undefined ? {} : { file }));
  } catch (error) {
    refuseMissingScheme(agent);
    throw error;
  }
}

/** A host without its port; the names of the own machine are one. */
function hostNames(host: string): string[] {
  const name = host.replace(/:\d+$/, "");
  return isLoopback(name) ? ["localhost", "127.0.0.1", "[::1]"] : [name];
}

/** The hosts that the caller named. */
function ownHosts(agent: string | URL | AgentCard, origins: readonly string[]): string[] {
  const address =
    typeof agent === "object" && "supportedInterfaces" in agent ? agent.supportedInterfaces[0]?.url : agent;
  return [String(address ?? ""), ...origins].flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : []));
}
