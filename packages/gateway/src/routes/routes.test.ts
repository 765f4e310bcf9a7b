import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryRoutes } from "./memory-routes.ts";
import type { PushRoute, RouteStore } from "./route-store.ts";
import { createSqliteRoutes } from "./sqlite-routes.ts";

const folder = mkdtempSync(join(tmpdir(), "a2a-routes-"));
const stores: Record<string, () => RouteStore> = {
  memory: () => createMemoryRoutes(),
  SQLite: () => createSqliteRoutes({ path: join(folder, "routes.db") }),
};

describe.each(Object.entries(stores))("routes in %s", (_, open) => {
  it("finds tasks by id, agent and alias, and knows whose they are", async () => {
    const routes = open();
    const hers = { agent: "a", owner: "alice", taskId: "1", alias: "mine" };
    expect(await Promise.all([routes.put(hers), routes.put({ ...hers, owner: "bob", alias: "his" })])).toEqual([
      true,
      false,
    ]);
    expect(await routes.put({ agent: "b", owner: "bob", taskId: "1" })).toBe(true);
    expect(await routes.put({ agent: "a", owner: "alice", taskId: "1" })).toBe(true);
    expect(await routes.find("1", "a")).toEqual(hers);
    expect(await routes.find("1", "b")).toMatchObject({ owner: "bob" });
    expect(await routes.find("1")).toBeDefined();
    expect(await routes.find("2")).toBeUndefined();
    await routes.put({ agent: "a", owner: "alice", taskId: "2", alias: "mine" });
    expect(await routes.findAlias("alice", "mine", "a")).toMatchObject({ taskId: "2" });
    expect(await routes.findAlias("alice", "mine")).toMatchObject({ taskId: "2", agent: "a" });
    expect(await routes.findAlias("alice", "mine", "b")).toBeUndefined();
    expect(await routes.findAlias("bob", "mine")).toBeUndefined();
    expect(await routes.owned("alice", "a", ["1", "2", "3"])).toEqual(new Set(["1", "2"]));
    expect([await routes.count("alice", "a"), await routes.count("bob", "a")]).toEqual([2, 0]);
    await routes.close();
  });

  it("gives a conversation to whoever claims it first", async () => {
    const routes = open();
    expect(await routes.claimContext("alice", "a", "c")).toBe(true);
    expect(await routes.claimContext("bob", "a", "c")).toBe(false);
    expect(await routes.claimContext("alice", "a", "c")).toBe(true);
    expect(await routes.claimContext("bob", "b", "c")).toBe(true);
    await routes.close();
  });

  it("stores webhooks, also before their task is known", async () => {
    const routes = open();
    const push: PushRoute = {
      id: "p",
      token: "t",
      agent: "a",
      owner: "alice",
      version: "0.3",
      config: { id: "c", url: "https://hook.example", token: "x" },
    };
    await routes.putPush(push);
    expect(await routes.getPush("p")).toEqual(push);
    await routes.putPush({ ...push, taskId: "1" });
    await routes.putPush({ ...push, id: "q", taskId: "1" });
    expect(await routes.listPush("alice", "a", "1")).toMatchObject([{ id: "p" }, { id: "q" }]);
    expect(await routes.listPush("bob", "a", "1")).toEqual([]);
    await routes.deletePush("p");
    expect(await routes.listPush("alice", "a", "1")).toMatchObject([{ id: "q" }]);
    await routes.close();
  });
});

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
