export type { Audience } from "./auth/claims.ts";
export type { DpopOptions } from "./auth/dpop.ts";
export { type JwtOptions, jwt } from "./auth/jwt.ts";
