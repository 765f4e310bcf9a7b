export type { EngineOptions } from "./engine/engine-options.ts";
export { createSqliteEngine, type SqliteEngineOptions } from "./engine/sqlite/sqlite-engine.ts";
