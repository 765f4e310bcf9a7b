export { createPostgresRoutes, type PostgresRoutesOptions, type RoutesPool } from "./routes/postgres-routes.ts";
