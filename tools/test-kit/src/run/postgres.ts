import type { TestProject } from "vitest/node";
import { startPostgres } from "../postgres-server/index.ts";
import { needsOf } from "./needs.ts";

/** One server for all files of a run that need it: that of `A2A_TEST_PG_URL`, or one of our own. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.A2A_TEST_PG_URL !== undefined || process.env.A2A_TEST_NO_POSTGRES !== undefined) return;
  const seen = new Set<string>();
  if (!vitest.state.getPaths().some((file) => needsOf(file, seen).has("PostgreSQL"))) return;
  try {
    const server = await startPostgres({ settings: { fsync: "off", max_connections: 500 } });
    process.env.A2A_TEST_PG_URL = server.url;
    return () => server.stop();
  } catch (error) {
    process.env.A2A_TEST_NO_POSTGRES = error instanceof Error ? error.message : String(error);
  }
}
