import type { VersionCodec } from "@a2a/bridge";
import { type Binding, commonInterfaces } from "@a2a/card";
import type { AgentCard } from "@a2a/types";
import type { Endpoint } from "../transports/transport.ts";

/** What this side may speak, and in what order it likes to. */
export interface Pins {
  readonly codecs: readonly VersionCodec[];
  readonly bindings: readonly Binding[];
}

/**
 * The endpoints to try, the likeliest first: what the card offers, in its order, and then what it may have meant. Nothing outside the
 * pins is ever among them.
 */
export function candidatesFor(card: AgentCard | undefined, base: string | undefined, pins: Pins): Endpoint[] {
  const offered = card ? offeredEndpoints(card, base, pins) : [];
  const addresses = [...new Set([...offered.map(({ url }) => url), ...guesses(card, base)])];
  const tenant = offered[0]?.tenant;
  const guessed = addresses.flatMap((url) =>
    pins.codecs.flatMap((codec) =>
      pins.bindings
        .filter((binding) => binding === "JSONRPC" || codec.version === "1.0" || codec.version === "0.3")
        .map((binding): Endpoint => ({ url, binding, codec, tenant })),
    ),
  );
  const seen = new Set<string>();
  return [...offered, ...guessed].filter(({ url, binding, codec }) => {
    const key = `${codec.version} ${binding} ${url}`;
    return !seen.has(key) && seen.add(key);
  });
}

function offeredEndpoints(card: AgentCard, base: string | undefined, { codecs, bindings }: Pins): Endpoint[] {
  const versions = codecs.map(({ version }) => version);
  return commonInterfaces(card, { versions, bindings }).flatMap(({ entry, version, binding }) => {
    const codec = codecs.find((candidate) => candidate.version === version);
    const url = resolve(entry.url, base);
    return codec && url ? [{ url, binding, codec, tenant: entry.tenant }] : [];
  });
}

/** Where agents live whose card is missing or wrong. */
function guesses(card: AgentCard | undefined, base: string | undefined): string[] {
  const named = (card?.supportedInterfaces ?? []).map((entry) => resolve(entry.url, base));
  const roots = [base, ...named].filter((url) => url !== undefined);
  return roots.flatMap((url) => [url, ...["/a2a", "/rpc", "/"].map((path) => new URL(path, url).href)]);
}

function resolve(url: string, base: string | undefined): string | undefined {
  if (URL.canParse(url)) return new URL(url).href;
  return base !== undefined && URL.canParse(url, base) ? new URL(url, base).href : undefined;
}
