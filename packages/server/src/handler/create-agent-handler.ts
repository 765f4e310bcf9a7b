import type { VersionCodec } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import type { ProtocolVersion } from "@a2a/types";
import { type AgentHandler, createAgentHandlerWith } from "./create-with-codecs.ts";
import type { ServerOptions } from "./options.ts";

/** Who an agent is, what it does, and how it is served. Everything but card and executor has a default. */
export interface AgentHandlerOptions extends ServerOptions {
  /** The protocol versions to serve; requests of any other are refused with `VERSION_NOT_SUPPORTED`. Default: all that have a codec. */
  versions?: readonly ProtocolVersion[];
  /** The codecs to choose from, for a version that this toolkit does not bring. Default: those of all four versions. */
  codecs?: readonly VersionCodec[];
}

/** An agent, ready to answer callers of every protocol version over JSON-RPC and HTTP+JSON. */
export function createAgentHandler({ versions, codecs = allCodecs, ...options }: AgentHandlerOptions): AgentHandler {
  const supported = codecs.map(({ version }) => version);
  const unknown = versions?.find((version) => !supported.includes(version));
  if (unknown !== undefined) {
    throw new TypeError(`versions: "${unknown}" is not supported; supported: ${supported.join(", ")}`);
  }
  const served = versions ? codecs.filter(({ version }) => versions.includes(version)) : codecs;
  if (served.length === 0) throw new TypeError(`versions: name at least one of ${supported.join(", ")}`);
  return createAgentHandlerWith({ ...options, codecs: served, knownCodecs: [...allCodecs, ...codecs] });
}
