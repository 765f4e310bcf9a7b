export type { PostgresPool } from "./database/connections.ts";
export type { SchemaPlace } from "./database/migrate.ts";
export type { DatabaseOptions } from "./database/open-database.ts";
export {
  type Migrated,
  migrateStore,
  openStore,
  printMigration,
  type StoreStatus,
  storeStatus,
} from "./engine/administer.ts";
export { createPostgresEngine, type PostgresEngineOptions } from "./engine/postgres-engine.ts";
export type { StoreTimes } from "./store/store-place.ts";
