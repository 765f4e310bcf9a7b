export { type LogInOptions, type OAuthCredential, oauth } from "./oauth/oauth.ts";
export type { DeviceCode, LoginServer, OAuthOptions, Redirect } from "./oauth/options.ts";
export { hasExpired, parseToken, type StoredToken, type TokenStore } from "./oauth/token.ts";
