export type { Audience } from "./auth/claims.ts";
export type { DpopOptions } from "./auth/dpop.ts";
export { type IntrospectionOptions, introspection } from "./auth/introspection.ts";
