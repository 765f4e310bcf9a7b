import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryRoutes } from "@a2a/gateway";
import { createSqliteRoutes } from "@a2a/gateway/sqlite";
import { expect, it } from "vitest";
import { routesContract } from "./support/routes-contract.ts";

const folder = mkdtempSync(join(tmpdir(), "a2a-routes-"));

routesContract("memory", () => createMemoryRoutes());
routesContract("SQLite", () => createSqliteRoutes({ path: join(folder, "routes.db") }));

it("refuses a file that is something else, and forgets old routes", async () => {
  const other = join(folder, "other.db");
  writeFileSync(other, "not a database, but long enough to look like a file of some kind".repeat(20));
  expect(() => createSqliteRoutes({ path: other })).toThrow("cannot be used as a store of routes");
  let now = 0;
  const routes = createSqliteRoutes({ path: ":memory:", ttlMs: 1_000, now: () => now });
  await routes.put({ agent: "a", owner: "o", taskId: "old" });
  now = 4_000_000;
  await routes.put({ agent: "a", owner: "o", taskId: "new" });
  expect([await routes.find("old"), await routes.find("new")]).toMatchObject([undefined, { taskId: "new" }]);
  await routes.close();
});
