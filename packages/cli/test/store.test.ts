import { createDatabase } from "test-kit/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { a2a, startA2a } from "./support/a2a.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.[Symbol.asyncDispose]());

describe("a2a store", () => {
  it("creates a schema once, and shows its state", async () => {
    const store = `${database.url}?schema=cli`;
    const before = await a2a(["store", "status", "--store", store]);
    const [, needed = ""] = /^Version: 0 \(this program needs (\d+): a2a store migrate\)$/m.exec(before.out) ?? [];
    expect(Number(needed)).toBeGreaterThan(1);
    const first = await a2a(["store", "migrate", "--store", store]);
    expect(first.out).toMatch(/^schema cli of postgres:\/\/postgres@127\.0\.0\.1:\d+\/test_[0-9a-f]+ now has version /);
    expect(first.out).toMatch(new RegExp(` now has version ${needed}, before 0\n$`));
    const again = await a2a(["store", "migrate"], { env: { A2ACLI_STORE: store } });
    expect(again.out).toContain(`has version ${needed} already`);
    const after = await a2a(["store", "status", "-o", "json"], { env: { A2A_STORE: store } });
    const version = Number(needed);
    expect(JSON.parse(after.out)).toMatchObject({ schema: "cli", version, needed: version, tasks: 0, engines: [] });
    expect(`${first.out}${after.out}`).not.toContain(new URL(database.url).password);
  });

  it("prints the statements without a database", async () => {
    const { out, code } = await a2a(["store", "migrate", "--print"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^begin;\n/);
    expect(out).toContain('create table "a2a".task (');
    expect(out).toMatch(/commit;\n$/);
  });

  it.each([
    [["store"], 2, "unknown command"],
    [["store", "status"], 2, "a2a store status needs --store postgres://…, or A2ACLI_STORE in the environment"],
    [
      ["store", "migrate", "--store", "mysql://root:secret@db/x"],
      2,
      "expected a database such as postgres://user:password@host:5432/name",
    ],
  ])("refuses %j", async (args, exit, message) => {
    const { code, err } = await a2a(args);
    expect(code).toBe(exit);
    expect(err).not.toContain("secret@");
    if (args.length > 1) expect(err).toContain(message);
  });

  it("serves from several processes that share their tasks", async () => {
    const store = `${database.url}?schema=shared`;
    const servers = [
      startA2a(["demo-server"], { env: { A2ACLI_STORE: store } }),
      startA2a(["demo-server", "--store", store]),
    ];
    const [one = "", other = ""] = await Promise.all(servers.map((child) => child.address()));
    const sent = await a2a(["send", one, "hello", "-o", "json"]);
    const { id } = (JSON.parse(sent.out) as { task: { id: string } }).task;
    const found = await a2a(["task", "get", id, other, "-o", "json"]);
    expect(JSON.parse(found.out)).toMatchObject({ id, status: { state: "TASK_STATE_COMPLETED" } });
    await Promise.all(servers.map((child) => child[Symbol.asyncDispose]()));
  });
});
