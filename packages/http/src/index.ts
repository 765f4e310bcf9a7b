export {
  type FetchClientOptions,
  type FetchLike,
  fetchClient,
  inProcessClient,
} from "./client/fetch-client.ts";
export type { HttpClient, HttpRequest, HttpResponse } from "./client/http-client.ts";
export { discard, type ReadLimits, readText } from "./client/read-text.ts";
export { Redactor } from "./client/redact.ts";
export type { TlsOptions } from "./client/tls-options.ts";
export { urlGuard } from "./guard/default-guard.ts";
export { isSpecialAddress } from "./guard/special-address.ts";
export { type EgressPolicy, type UrlGuard, urlGuardWith } from "./guard/url-guard.ts";
