export type { PostgresPool } from "./database/connections.ts";
export { createPostgresEngine, type PostgresEngineOptions } from "./engine/postgres-engine.ts";
