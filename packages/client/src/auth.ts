export type { Credential } from "./auth/credential.ts";
export { apiKey, basic, bearer } from "./auth/http-credentials.ts";
export { onBehalfOf } from "./auth/on-behalf-of.ts";
export { Secret } from "./auth/secret.ts";
export {
  type TokenExchange,
  type TokenExchangeOptions,
  tokenExchange,
} from "./auth/token-exchange.ts";
export type { ConfiguredAgent } from "./config/configured-agent.ts";
export { clientCredentials } from "./oauth/client-credentials.ts";
