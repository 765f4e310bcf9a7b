import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryRoutes } from "@a2a/gateway";
import { createSqliteRoutes } from "@a2a/gateway/sqlite";
import { expect, it } from "vitest";
import { routesContract } from "./support/routes-contract.ts";

const folder = mkdtempSync(join(tmpdir(), "a2a-routes-"));

routesContract("memory", () => createMemoryRoutes());
routesContract("SQLite", () => createSqliteRoutes({ path: join(folder, `${randomUUID()}.db`) }));

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

it("forgets the tasks and webhooks stored first when memory is full", async () => {
  const routes = createMemoryRoutes({ maxTasks: 3 });
  const webhook = {
    token: "t",
    agent: "a",
    owner: "o",
    version: "1.0",
    config: { id: "c", url: "https://h.example" },
  } as const;
  for (let n = 0; n < 10; n++) {
    await routes.put({ agent: "a", owner: "o", taskId: `t${n}` });
    await routes.putWebhook({ ...webhook, id: `p${n}`, taskId: "t" });
    // One that is removed out of turn does not keep the oldest alive.
    if (n === 5) await routes.deleteWebhook("p4");
  }
  const ids = Array.from({ length: 10 }, (_, n) => `t${n}`);
  expect(await routes.owned("o", "a", ids)).toEqual(new Set(["t7", "t8", "t9"]));
  expect(await routes.count("o", "a")).toBe(3);
  expect(await routes.listWebhooks("o", "a", "t")).toMatchObject([{ id: "p7" }, { id: "p8" }, { id: "p9" }]);
});
