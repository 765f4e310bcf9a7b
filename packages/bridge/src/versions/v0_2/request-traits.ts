import type { RequestTraits } from "../../codec/defer-codec.ts";
import { route } from "../../codec/operation-table.ts";
import { methods as later } from "../v0_3/request-traits.ts";

/** The JSON-RPC methods of 0.2: those of 0.3, except that the extended card is a plain HTTP GET. */
export const methods = {
  ...later,
  getExtendedAgentCard: { paramsOptional: true, routes: [route("GET", "/agent/authenticatedExtendedCard")] },
} as const;

/** How requests of 0.2 are recognized. */
export const requestTraits = { operations: methods } as const satisfies RequestTraits;
