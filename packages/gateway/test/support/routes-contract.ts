import type { RouteStore, WebhookRoute } from "@a2a/gateway";
import { describe, expect, it } from "vitest";

/** The contract of a store of routes. `open` opens a new storage each time. */
export function routesContract(name: string, open: () => RouteStore | Promise<RouteStore>): void {
  describe(`routes in ${name}`, () => {
    it("finds tasks by id, agent and alias, and knows whose they are", async () => {
      const routes = await open();
      const hers = { agent: "a", owner: "alice", taskId: "1", alias: "mine" };
      expect(await routes.put(hers)).toBe(true);
      expect(await routes.put({ ...hers, owner: "bob", alias: "his" })).toBe(false);
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

    it("gives a task that two callers claim at once to one of them", async () => {
      const routes = await open();
      const claims = ["alice", "bob"].map((owner) => routes.put({ agent: "a", owner, taskId: "contested" }));
      expect((await Promise.all(claims)).sort()).toEqual([false, true]);
      await routes.close();
    });

    it("gives a conversation to whoever claims it first", async () => {
      const routes = await open();
      expect(await routes.claimContext("alice", "a", "c")).toBe(true);
      expect(await routes.claimContext("bob", "a", "c")).toBe(false);
      expect(await routes.claimContext("alice", "a", "c")).toBe(true);
      expect(await routes.claimContext("bob", "b", "c")).toBe(true);
      await routes.close();
    });

    it("stores webhooks, also before their task is known", async () => {
      const routes = await open();
      const webhook: WebhookRoute = {
        id: "p",
        token: "t",
        agent: "a",
        owner: "alice",
        version: "0.3",
        config: { id: "c", url: "https://hook.example", token: "x" },
      };
      await routes.putWebhook(webhook);
      expect(await routes.getWebhook("p")).toEqual(webhook);
      await routes.putWebhook({ ...webhook, taskId: "1" });
      await routes.putWebhook({ ...webhook, id: "q", taskId: "1" });
      expect(await routes.listWebhooks("alice", "a", "1")).toMatchObject([{ id: "p" }, { id: "q" }]);
      expect(await routes.listWebhooks("bob", "a", "1")).toEqual([]);
      await routes.deleteWebhook("p");
      expect(await routes.listWebhooks("alice", "a", "1")).toMatchObject([{ id: "q" }]);
      await routes.close();
    });
  });
}
