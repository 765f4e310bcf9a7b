export type { EngineOptions } from "./engine/port/engine-options.ts";
export { createSqliteEngine, type SqliteEngineOptions } from "./engine/sqlite/sqlite-engine.ts";
