import { route } from "../../codec/operation-table.ts";
import { methods as later } from "../v0_3/names.ts";

/** The JSON-RPC methods of 0.2: those of 0.3, except that the extended card is a plain HTTP GET. */
export const methods = {
  ...later,
  getExtendedAgentCard: { paramsOptional: true, routes: [route("GET", "/agent/authenticatedExtendedCard")] },
} as const;
