import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { LocalError } from "@a2a/types";
import { isSpecialAddress } from "./special-address.ts";

/**
 * Resolves a host and refuses it when any of its addresses is not public. The connection is then made to one of the addresses that
 * were checked, so that a second look-up cannot answer differently.
 */
export function guardedLookup(isTrusted: (host: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const special = isTrusted(hostname) ? undefined : addresses.find(({ address }) => isSpecialAddress(address));
      const [first] = addresses;
      if (special || first === undefined) {
        const reason = special ? "it resolves to an address that is not public" : "it resolves to nothing";
        return callback(new LocalError("BLOCKED", `${hostname} must not be called: ${reason}`), "");
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
