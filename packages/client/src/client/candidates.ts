import type { VersionCodec } from "@a2a/bridge";
import { type Binding, commonInterfaces } from "@a2a/card";
import type { AgentCard } from "@a2a/types";
import { httpJson } from "../transports/http-json.ts";
import { jsonRpc } from "../transports/json-rpc.ts";
import { jsonRpcPaths } from "../transports/json-rpc-paths.ts";
import type { Endpoint } from "../transports/transport.ts";
import type { WireBinding } from "../transports/wire-binding.ts";
import { describeEndpoint } from "./endpoint-memory.ts";

const wireBindings: Readonly<Record<Binding, WireBinding>> = { JSONRPC: jsonRpc, "HTTP+JSON": httpJson };

/** What this side may speak, and in what order it likes to. */
export interface Pins {
  readonly codecs: readonly VersionCodec[];
  readonly bindings: readonly Binding[];
}

/** The endpoints a card offers within the pins, in its order. An address without a host is one below `base`. */
export function offeredEndpoints(card: AgentCard, base: string | undefined, { codecs, bindings }: Pins): Endpoint[] {
  const versions = codecs.map(({ version }) => version);
  return commonInterfaces(card, { versions, bindings }).flatMap(({ entry, version, binding }): Endpoint[] => {
    const codec = codecs.find((candidate) => candidate.version === version);
    const url = resolve(entry.url, base);
    return codec && url
      ? [{ url, binding: wireBindings[binding], codec, ...(entry.tenant !== undefined && { tenant: entry.tenant }) }]
      : [];
  });
}

/**
 * The endpoints an agent may have meant, or may have without a card that says so: other generations and bindings at the addresses
 * it names, then the addresses agents usually live at. Nothing outside the pins is ever among them.
 */
export function guessedEndpoints(
  card: AgentCard | undefined,
  base: string | undefined,
  offered: readonly Endpoint[],
  { codecs, bindings }: Pins,
): Endpoint[] {
  const named = (card?.supportedInterfaces ?? []).flatMap(({ url }) => resolve(url, base) ?? []);
  const roots = [...new Set([...named, ...(base === undefined ? [] : [base])])];
  const addresses = new Set([...roots, ...roots.flatMap(usualPlaces)]);
  const tenant = offered[0]?.tenant;
  const known = new Set(offered.map(describeEndpoint));
  return Array.from(addresses, (url) => endpointsAt(url, tenant, codecs, bindings))
    .concat(roots.map((url) => methodEndpoints(url, codecs, bindings)))
    .flat()
    .filter((endpoint) => !known.has(describeEndpoint(endpoint)) && known.add(describeEndpoint(endpoint)));
}

function endpointsAt(
  url: string,
  tenant: string | undefined,
  codecs: readonly VersionCodec[],
  bindings: readonly Binding[],
): Endpoint[] {
  return bindings.flatMap((binding) =>
    codecs
      .filter(({ version }) => binding === "JSONRPC" || version === "1.0" || version === "0.3")
      .map(
        (codec): Endpoint => ({ url, binding: wireBindings[binding], codec, ...(tenant !== undefined && { tenant }) }),
      ),
  );
}

/** Some agents of 0.1 have an address for each method. */
function methodEndpoints(url: string, codecs: readonly VersionCodec[], bindings: readonly Binding[]): Endpoint[] {
  if (!bindings.includes("JSONRPC")) return [];
  return codecs.filter(({ version }) => version === "0.1").map((codec) => ({ url, binding: jsonRpcPaths, codec }));
}

/** Below the address itself first: at the origin may be another agent. */
function usualPlaces(url: string): string[] {
  const below = url.replace(/\/+$/, "");
  return [`${below}/rpc`, `${below}/a2a`, ...["/a2a", "/rpc", "/"].map((path) => new URL(path, url).href)];
}

function resolve(url: string, base: string | undefined): string | undefined {
  if (URL.canParse(url)) return new URL(url).href;
  return base !== undefined && URL.canParse(url, base) ? new URL(url, base).href : undefined;
}
