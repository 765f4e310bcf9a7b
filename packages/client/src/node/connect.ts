import type { EgressPolicy } from "@a2a/http";
import { type NodeClientOptions, nodeClient } from "@a2a/http/node";
import type { AgentCard } from "@a2a/types";
import type { AgentClient } from "../client/agent-client.ts";
import { loadConfig, namedAgents } from "../config/load-config.ts";
import { type ConnectOptions, connect as connectOver } from "../connect/connect.ts";
import { refuseMissingScheme } from "../connect/missing-scheme.ts";
import { nodeDial } from "./dial.ts";

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
  const allowHosts = [...own, ...(egress.allowHosts ?? [])];
  const { http, close } = nodeClient({ egress: { ...egress, allowHosts }, tls });
  try {
    return await connectOver(agent, { ...nodeDial(own, egress, tls), ...known, http, onClose: close });
  } catch (error) {
    await close();
    throw error;
  }
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

/** The hosts that the caller named. */
function ownHosts(agent: string | URL | AgentCard, origins: readonly string[]): string[] {
  const address =
    typeof agent === "object" && "supportedInterfaces" in agent ? agent.supportedInterfaces[0]?.url : agent;
  return [String(address ?? ""), ...origins].flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : []));
}
