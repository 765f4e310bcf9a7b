import type { VersionCodec } from "@a2a/bridge";
import { codecsOnDemand } from "@a2a/bridge/on-demand";
import type { KnownVersion } from "@a2a/types";
import { checkList } from "../util/check-list.ts";
import { checkOptions, type MemberNames, serverOptionNames } from "./check-options.ts";
import { type AgentHandler, createAgentHandlerWith } from "./create-with-codecs.ts";
import type { ServerOptions } from "./options.ts";

/** The options of an agent. All but `card` and `executor` have defaults. */
export interface AgentHandlerOptions extends ServerOptions {
  /** The protocol versions to serve; requests of any other are refused with `VERSION_NOT_SUPPORTED`. Default: all that have a codec. */
  versions?: readonly KnownVersion[];
  /** The codecs to choose from, for a version that this toolkit does not bring. Default: those of all four versions. */
  codecs?: readonly VersionCodec[];
}

/** An agent, ready to answer callers of every protocol version over JSON-RPC and HTTP+JSON. */
export function createAgentHandler(options: AgentHandlerOptions): AgentHandler {
  checkOptions(options, agentOptionNames);
  const { versions, codecs, ...rest } = options;
  return createAgentHandlerWith({
    ...rest,
    codecs: servedCodecs(options),
    knownCodecs: [...codecsOnDemand, ...(codecs ?? [])],
  });
}

/** The options of `createAgentHandler`. */
export const agentOptionNames: MemberNames<AgentHandlerOptions> = {
  ...serverOptionNames,
  versions: true,
  codecs: true,
};

/** The codecs of the versions to serve. Throws when one of them is not supported. */
export function servedCodecs({
  versions,
  codecs = codecsOnDemand,
}: Pick<AgentHandlerOptions, "versions" | "codecs">): readonly VersionCodec[] {
  checkList(
    "versions",
    versions,
    codecs.map(({ version }) => version),
  );
  return versions ? codecs.filter(({ version }) => versions.some((name) => name === version)) : codecs;
}
