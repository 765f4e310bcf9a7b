export { clientCredentials } from "./auth/client-credentials.ts";
export type { Credential, Proof, SchemeUse } from "./auth/credential.ts";
export { apiKey, basic, bearer } from "./auth/http-credentials.ts";
export { type ConfiguredAgent, toNamedAgent } from "./config/configured-agent.ts";
export { Secret } from "./config/secret.ts";
