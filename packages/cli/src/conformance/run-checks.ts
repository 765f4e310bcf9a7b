import type { VersionCodec } from "@a2a/bridge";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_2 } from "@a2a/bridge/v0_2";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { commonInterfaces, decodeCard, type Selection } from "@a2a/card";
import type { HttpClient } from "@a2a/http";
import { type AgentCard, type JsonValue, type ProtocolVersion, protocolVersions } from "@a2a/types";
import { actsTests } from "./acts.ts";
import { capabilityChecks } from "./capability-checks.ts";
import { cardChecks, getCard } from "./card-checks.ts";
import { type Check, type Result, tryCheck } from "./check.ts";
import { envelopeChecks } from "./envelope-checks.ts";
import { listChecks } from "./list-checks.ts";
import { refusalChecks } from "./refusal-checks.ts";
import { streamChecks } from "./stream-checks.ts";
import { taskChecks } from "./task-checks.ts";
import { type EndpointOptions, TestedEndpoint } from "./tested-endpoint.ts";

/** Options of a conformance run. */
export interface TurnSettings extends Pick<EndpointOptions, "exchange" | "headers" | "signal" | "text" | "timeoutMs"> {
  /** The protocol versions to check. Default: all that the card names. */
  readonly versions?: readonly ProtocolVersion[];
}

const codecs: readonly VersionCodec[] = [v1_0, v0_3, v0_2, v0_1];

/** The checks of each interface. */
export const endpointChecks: readonly Check<TestedEndpoint>[] = [
  ...envelopeChecks,
  ...refusalChecks,
  ...taskChecks,
  ...listChecks,
  ...streamChecks,
  ...capabilityChecks,
];

/** Checks an agent: its card, and every interface that the card names. */
export async function* runChecks(address: string, options: TurnSettings): AsyncGenerator<Result, void, void> {
  const { exchange, signal, versions = protocolVersions } = options;
  const served = await getCard(address, exchange, signal);
  for (const check of cardChecks) yield { ...described(check), ...(await tryCheck(check, served, signal)) };
  for (const { card, selection } of await interfaces(address, versions, exchange, signal)) {
    const { version, binding, entry } = selection;
    const codec = codecs.find((candidate) => candidate.version === version);
    if (codec === undefined) continue;
    const endpoint = new TestedEndpoint({
      ...options,
      card,
      codec,
      binding,
      url: entry.url,
      ...(entry.tenant && { tenant: entry.tenant }),
    });
    for (const check of endpointChecks.filter((candidate) => applies(candidate, version, binding))) {
      yield { ...described(check), version, binding, ...(await tryCheck(check, endpoint, signal)) };
    }
  }
}

/** The interfaces of the card, in each protocol version, without duplicates. */
async function interfaces(
  address: string,
  versions: readonly ProtocolVersion[],
  exchange: HttpClient,
  signal: AbortSignal,
): Promise<{ card: AgentCard; selection: Selection }[]> {
  const found = new Map<string, { card: AgentCard; selection: Selection }>();
  for (const version of versions) {
    // A server may have a card for each protocol version.
    const served = await getCard(address, exchange, signal, { "A2A-Version": version });
    const card = readable(served.text);
    if (card === undefined) continue;
    for (const selection of commonInterfaces(card, { versions: [version], bindings: ["JSONRPC", "HTTP+JSON"] })) {
      found.set(`${version} ${selection.binding} ${selection.entry.url}`, { card, selection });
    }
  }
  return [...found.values()];
}

function readable(text: string): AgentCard | undefined {
  try {
    return decodeCard(JSON.parse(text) as JsonValue).card; // JSON.parse gives nothing else
  } catch {
    return undefined; // the checks of the card have said so
  }
}

function applies(
  { versions, binding }: Check<TestedEndpoint>,
  version: ProtocolVersion,
  spoken: Result["binding"],
): boolean {
  return (versions === undefined || versions.includes(version)) && (binding === undefined || binding === spoken);
}

function described({ name, requirements, level, expected }: Check<never>): Omit<Result, "outcome"> {
  return { name, requirements, acts: actsTests[name] ?? [], level, expected };
}
