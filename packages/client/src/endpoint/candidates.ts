import type { VersionCodec } from "@a2a/bridge";
import { bindingOf, commonInterfaces } from "@a2a/card";
import type { AgentCard } from "@a2a/types";
import type { ClientBinding } from "../transports/binding.ts";
import { jsonRpc } from "../transports/json-rpc.ts";
import { jsonRpcPaths } from "../transports/json-rpc-paths.ts";
import type { Endpoint } from "../transports/transport.ts";
import { describeEndpoint } from "./endpoint-memory.ts";

/** The protocol versions and bindings this side may use, in order of preference. */
export interface Pins {
  readonly codecs: readonly VersionCodec[];
  readonly bindings: readonly ClientBinding[];
}

/** The endpoints a card offers within the pins, in its order. A URL without a host is resolved against `base`. */
export function offeredEndpoints(card: AgentCard, base: string | undefined, { codecs, bindings }: Pins): Endpoint[] {
  const supported = { versions: codecs.map(({ version }) => version), bindings: bindings.map(({ name }) => name) };
  return commonInterfaces(card, supported).flatMap(({ entry, version, binding: name }): Endpoint[] => {
    const codec = codecs.find((candidate) => candidate.version === version);
    const binding = bindings.find((candidate) => candidate.name === name);
    const url = (binding?.resolve ?? resolve)(entry.url, base);
    return codec && binding && url
      ? [{ url, binding, codec, ...(entry.tenant !== undefined && { tenant: entry.tenant }) }]
      : [];
  });
}

/**
 * Endpoints to try when the card is missing or wrong: other protocol versions and bindings at the URLs it names, then at customary
 * paths below them. Never outside the pins, and never outside the path of `base`: beside it other agents may live.
 */
export function guessedEndpoints(
  card: AgentCard | undefined,
  base: string | undefined,
  offered: readonly Endpoint[],
  { codecs, bindings }: Pins,
): Endpoint[] {
  const named = (card?.supportedInterfaces ?? []).flatMap(({ url, protocolBinding }) =>
    bindingOf(protocolBinding) === "GRPC" ? [] : (resolve(url, base) ?? []),
  );
  const roots = [...new Set([...named, ...(base === undefined ? [] : [base])])];
  const addresses = new Set([...roots, ...roots.flatMap(customaryAddresses)]);
  const tenant = offered[0]?.tenant;
  const known = new Set(offered.map(describeEndpoint));
  const guessable = bindings.filter((binding) => !binding.offeredOnly);
  return Array.from(addresses, (url) => endpointsAt(url, tenant, codecs, guessable))
    .concat(roots.map((url) => methodEndpoints(url, codecs, bindings)))
    .flat()
    .filter((endpoint) => !known.has(describeEndpoint(endpoint)) && known.add(describeEndpoint(endpoint)));
}

function endpointsAt(
  url: string,
  tenant: string | undefined,
  codecs: readonly VersionCodec[],
  bindings: readonly ClientBinding[],
): Endpoint[] {
  return bindings.flatMap((binding) =>
    codecs
      .filter((codec) => codec.bindings.includes(binding.name))
      .map((codec): Endpoint => ({ url, binding, codec, ...(tenant !== undefined && { tenant }) })),
  );
}

/** Some agents of the oldest protocol version have one URL per method. */
function methodEndpoints(url: string, codecs: readonly VersionCodec[], bindings: readonly ClientBinding[]): Endpoint[] {
  if (!bindings.includes(jsonRpc)) return [];
  return codecs.filter(({ methodPaths }) => methodPaths).map((codec) => ({ url, binding: jsonRpcPaths, codec }));
}

/** Customary paths below a URL. Beside it other agents may live. */
function customaryAddresses(url: string): string[] {
  const below = url.replace(/(?<!\/)\/+$/, "");
  return [`${below}/a2a`, `${below}/rpc`];
}

function resolve(url: string, base: string | undefined): string | undefined {
  if (URL.canParse(url)) return new URL(url).href;
  return base !== undefined && URL.canParse(url, base) ? new URL(url, base).href : undefined;
}
