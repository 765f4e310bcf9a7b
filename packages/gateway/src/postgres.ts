export { createPostgresRoutes, type PostgresRoutesOptions } from "./routes/postgres-routes.ts";
export type { RoutesPool } from "./routes/timed-pool.ts";
