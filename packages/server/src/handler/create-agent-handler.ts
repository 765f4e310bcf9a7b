import { allCodecs } from "@a2a/bridge/all";
import { type ProtocolVersion, protocolVersions } from "@a2a/types";
import { type AgentHandler, type AgentHandlerCoreOptions, createAgentHandlerWith } from "./create-with-codecs.ts";

export type { AgentHandler, PushOptions } from "./create-with-codecs.ts";

/** Who an agent is, what it does, and how it is served. Everything but card and executor has a default. */
export interface AgentHandlerOptions extends Omit<AgentHandlerCoreOptions, "codecs" | "webhookCodecs"> {
  /** The generations to serve. Default: all four. */
  versions?: readonly ProtocolVersion[];
}

/** An agent, ready to answer callers of every generation over JSON-RPC and HTTP+JSON. */
export function createAgentHandler({ versions = protocolVersions, ...options }: AgentHandlerOptions): AgentHandler {
  const codecs = allCodecs.filter(({ version }) => versions.includes(version));
  const unknown = versions.find((version) => !codecs.some((codec) => codec.version === version));
  const supported = protocolVersions.join(", ");
  if (unknown !== undefined) throw new TypeError(`versions: "${unknown}" is not supported; supported: ${supported}`);
  if (codecs.length === 0) throw new TypeError(`versions: name at least one of ${supported}`);
  return createAgentHandlerWith({ ...options, codecs, webhookCodecs: allCodecs });
}
