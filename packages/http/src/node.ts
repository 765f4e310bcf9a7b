export { type NodeExchange, type NodeExchangeOptions, nodeExchange } from "./exchange/node-exchange.ts";
export type { Resolve } from "./guard/guarded-lookup.ts";
export { isSpecialAddress } from "./guard/special-address.ts";
