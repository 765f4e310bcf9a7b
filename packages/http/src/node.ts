export { type NodeClient, type NodeClientOptions, nodeClient } from "./client/node-client.ts";
export type { Resolve } from "./guard/guarded-lookup.ts";
export { isSpecialAddress } from "./guard/special-address.ts";
