import { isSpecialAddress } from "./special-address.ts";
import { type EgressPolicy, type UrlGuard, urlGuardWith } from "./url-guard.ts";

/** As `urlGuardWith`, by `isSpecialAddress` unless something else is given. A module of its own, since that knows all ranges of addresses. */
export function urlGuard(
  policy: EgressPolicy = {},
  isSpecial: (address: string) => boolean = isSpecialAddress,
): UrlGuard {
  return urlGuardWith(policy, isSpecial);
}
