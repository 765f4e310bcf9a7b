import { nodeClient } from "@a2a/http/node";
import { type AgentCard, isLocalError, LocalError } from "@a2a/types";
import type { AgentClient } from "../client/agent-client.ts";
import { loadConfig, namedAgents } from "../config/load-config.ts";
import { checkConnect } from "../connect/check-options.ts";
import { type ConnectOptions, connect as connectOver } from "../connect/connect.ts";
import { refuseMissingScheme } from "../connect/missing-scheme.ts";
import { nodeDial } from "./dial.ts";

/**
 * `connect` on Node, over undici: connections are kept and reused, and every address is checked that a host resolves to. The address
 * that you pass may be any, also a private one; other addresses that a card names have to be public. A name is looked up in the
 * configuration file.
 */
export async function connect(agent: string | URL | AgentCard, options: ConnectOptions = {}): Promise<AgentClient> {
  checkConnect(agent, options);
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
    if (!isLocalError(error, "CONFIG")) throw error;
    const message = `${JSON.stringify(agent)} is not a URL, and cannot be looked up as a name: ${error.message}`;
    throw new LocalError("CONFIG", message, { cause: error });
  }
}

/** The hosts that the caller named. */
function ownHosts(agent: string | URL | AgentCard, origins: readonly string[]): string[] {
  const address =
    typeof agent === "object" && "supportedInterfaces" in agent ? agent.supportedInterfaces[0]?.url : agent;
  return [String(address ?? ""), ...origins].flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : []));
}
