import { startPostgres } from "../postgres-server/index.ts";

/** One server for all projects of a run: that of `A2A_TEST_PG_URL`, or one of our own. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.A2A_TEST_PG_URL !== undefined || process.env.A2A_TEST_NO_POSTGRES !== undefined) return;
  try {
    const server = await startPostgres({ settings: { fsync: "off", max_connections: 500 } });
    process.env.A2A_TEST_PG_URL = server.url;
    return () => server.stop();
  } catch (error) {
    process.env.A2A_TEST_NO_POSTGRES = error instanceof Error ? error.message : String(error);
  }
}
