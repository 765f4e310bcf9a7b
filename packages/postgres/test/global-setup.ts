import { type PostgresServer, startPostgres } from "postgres-server";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The database of the test run. */
    postgresUrl: string;
  }
}

/** One server for all test files: that of `A2A_TEST_PG_URL`, or one of our own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.A2A_TEST_PG_URL;
  const server: PostgresServer | undefined =
    given === undefined ? await startPostgres({ settings: { fsync: "off", max_connections: 300 } }) : undefined;
  project.provide("postgresUrl", given ?? server?.url ?? "");
  return async () => server?.stop();
}
