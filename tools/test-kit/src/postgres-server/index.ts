export { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
export { type PostgresServer, type PostgresServerOptions, startPostgres } from "./start-postgres.ts";
