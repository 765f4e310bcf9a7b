import type { VersionCodec } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import { decodeCard } from "@a2a/card";
import { type AgentCard, LocalError, type ProtocolVersion, protocolVersions } from "@a2a/types";
import type { AgentClient } from "./agent-client.ts";
import { type ConnectWithOptions, connectWith } from "./connect.ts";

/** How to connect. */
export interface ConnectOptions extends Omit<ConnectWithOptions, "codecs" | "readCard"> {
  /** The generations to speak; a pin is never loosened. Default: all four. */
  versions?: readonly ProtocolVersion[];
  /** Agents by name, so that a name can stand for an address and how to connect to it. */
  agents?: Readonly<Record<string, NamedAgent>>;
}

/** An agent that is known by a name on this side. */
export interface NamedAgent extends Omit<ConnectOptions, "agents" | "signal"> {
  url: string;
}

/**
 * Finds an agent by its address or name, or takes its card, and settles on what both sides speak. A card that is missing or wrong is
 * no obstacle: what the agent really speaks is found out within the pins, by calls that change nothing, and `describe()` tells.
 * Rejects with `NO_COMMON_INTERFACE` when there is nothing both sides speak.
 */
export async function connect(agent: string | URL | AgentCard, options: ConnectOptions = {}): Promise<AgentClient> {
  const { agents, ...direct } = options;
  const named = typeof agent === "string" && !URL.canParse(agent) ? agentNamed(agent, agents) : undefined;
  const { versions = protocolVersions, ...rest } = { ...named, ...direct };
  return connectWith(named?.url ?? agent, {
    ...rest,
    codecs: versions.map(codecOf),
    readCard: (wire) => decodeCard(wire),
  });
}

function codecOf(version: ProtocolVersion): VersionCodec {
  const codec = allCodecs.find((candidate) => candidate.version === version);
  if (codec) return codec;
  throw new LocalError("CONFIG", `versions: "${version}" is not supported; supported: ${protocolVersions.join(", ")}`);
}

function agentNamed(name: string, agents: ConnectOptions["agents"] = {}): NamedAgent {
  const known = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (known) return known;
  const names = Object.keys(agents).sort();
  const hint = names.length > 0 ? `known are ${names.slice(0, 20).join(", ")}` : "no agents are known by name";
  const shown = JSON.stringify(name.slice(0, 200));
  throw new LocalError("CONFIG", `${shown} is neither an address (https://agent.example) nor a known agent: ${hint}`);
}
