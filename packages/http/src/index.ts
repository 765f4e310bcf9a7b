export {
  type FetchExchangeOptions,
  type FetchLike,
  fetchExchange,
  inProcessExchange,
} from "./exchange/fetch-exchange.ts";
export type { HttpExchange, HttpRequest, HttpResponse } from "./exchange/http-exchange.ts";
export { discard, type ReadLimits, readText } from "./exchange/read-text.ts";
export { isSpecialAddress } from "./guard/special-address.ts";
export { type EgressPolicy, type UrlGuard, urlGuard } from "./guard/url-guard.ts";
