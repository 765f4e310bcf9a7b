export { type NodeExchange, type NodeExchangeOptions, nodeExchange } from "./exchange/node-exchange.ts";
export { isSpecialAddress } from "./guard/special-address.ts";
