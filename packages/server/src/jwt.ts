export { type JwtOptions, jwt } from "./auth/jwt.ts";
