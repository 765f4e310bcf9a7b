import type { VersionCodec } from "@a2a/bridge";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { type AgentCard, type ProtocolVersion, protocolVersions } from "@a2a/types";
import type { AgentClient } from "./agent-client.ts";
import { type ConnectCoreOptions, connectWith } from "./connect.ts";

/** How to connect. */
export interface ConnectOptions extends Omit<ConnectCoreOptions, "codecs"> {
  /** The generations to speak; a pin is never loosened. Default: all four. */
  versions?: readonly ProtocolVersion[];
}

const codecs: Readonly<Record<ProtocolVersion, VersionCodec>> = { "1.0": v1_0, "0.3": v0_3, "0.2": v0_2, "0.1": v0_1 };

/**
 * Finds an agent by its address, or takes its card, and settles on what both sides speak. A card that is missing or wrong is no
 * obstacle: what the agent really speaks is found out with the first call, within the pins, and `describe()` tells.
 */
export function connect(agent: string | URL | AgentCard, options: ConnectOptions = {}): Promise<AgentClient> {
  const { versions = protocolVersions, ...rest } = options;
  return connectWith(agent, { ...rest, codecs: versions.map((version) => codecs[version]) });
}
