export { createSqliteRoutes, type SqliteRoutesOptions } from "./routes/sqlite-routes.ts";
