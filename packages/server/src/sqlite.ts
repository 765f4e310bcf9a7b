export type { EngineOptions } from "./engine/engine-core.ts";
export { createSqliteEngine, type SqliteEngineOptions } from "./engine/sqlite/sqlite-engine.ts";
