import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { LocalError } from "@a2a/types";
import { isSpecialAddress } from "./special-address.ts";

/** Finds the addresses of a host. */
export type Resolve = (
  hostname: string,
  found: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void;

/**
 * Resolves a host and refuses it when any of its addresses is not public, unless the host is trusted. The connection is then made to one of the addresses that
 * were checked, so that a second look-up cannot answer differently.
 */
export function guardedLookup(isTrusted: boolean, resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, found) => {
      if (error) return callback(error, "");
      const addresses = found.filter(({ family }) => !options.family || familyOf(options.family) === family);
      const special = isTrusted ? undefined : found.find(({ address }) => isSpecialAddress(address));
      const [first] = addresses;
      if (special || first === undefined) {
        const reason = special ? "it resolves to a non-public address" : "it resolves to no address";
        return callback(new LocalError("BLOCKED", `${hostname} is blocked: ${reason}`), "");
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const systemResolve: Resolve = (hostname, found) => {
  systemLookup(hostname, { all: true }, (error, addresses: LookupAddress[]) => found(error, addresses));
};

function familyOf(family: number | string): number {
  return family === "IPv6" || family === 6 ? 6 : 4;
}
