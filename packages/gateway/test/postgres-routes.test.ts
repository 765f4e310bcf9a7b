import { connect } from "@a2a/client";
import { createPostgresRoutes } from "@a2a/gateway/postgres";
import { bearer } from "@a2a/server";
import { extractText } from "@a2a/types";
import pg from "pg";
import { createDatabase } from "test-kit/postgres";
import { type FaultProxy, startFaultProxy } from "test-kit/postgres-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { routesContract } from "./support/routes-contract.ts";
import { LOCAL_WEBHOOKS, serveAgent, startGateway } from "./support/setup.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterAll(async () => {
  await pool?.end();
  await database?.[Symbol.asyncDispose]();
});

let schemas = 0;
routesContract("PostgreSQL", () => createPostgresRoutes({ pool, schema: `test_routes_${++schemas}` }));

it("several gateways on one database are one: each finds the tasks of the others, for their callers only", async () => {
  await using agent = await serveAgent();
  const schema = "test_gateways";
  const [one, other] = await Promise.all(
    [1, 2].map(async () =>
      startGateway({
        auth: [bearer({ tokens: { alice: "Alice", bob: "Bob" } })],
        agents: { tax: { url: agent.url } },
        routes: await createPostgresRoutes({ pool, schema }),
        webhooks: { ...LOCAL_WEBHOOKS, secretKey: "a key of these gateways" },
      }),
    ),
  );
  if (!one || !other) throw new Error("there are two");
  const caller = (url: string, token: string) =>
    connect(`${url}/agents/tax`, { headers: { Authorization: `Bearer ${token}` }, memory: new Map() });
  const answer = await (await caller(one.url, "alice")).send("hello");
  const id = "task" in answer ? answer.task.id : "";
  expect(extractText(await (await caller(other.url, "alice")).getTask(id))).toBe("echo hello");
  await expect((await caller(other.url, "bob")).getTask(id)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  const hook = { taskId: id, url: "http://127.0.0.1:9/hook", token: "token-of-the-hook" };
  const { id: hookId = "" } = await (await caller(one.url, "alice")).createPushConfig(hook);
  // Encrypted in the database, and readable for every gateway that has the key.
  const { rows } = await pool.query<{ route: string }>(`select route from ${schema}.push`);
  expect(rows.map(({ route }) => [route.includes(hook.url), route.includes(hook.token)])).toEqual([[true, false]]);
  expect(await (await caller(other.url, "alice")).getPushConfig(id, hookId)).toMatchObject({ token: hook.token });
  await Promise.all([one.close(), other.close()]);
});

it("survives a database that ends its connections", async () => {
  const routes = await createPostgresRoutes({ pool, schema: "test_routes" });
  await routes.put({ agent: "a", owner: "alice", taskId: "kept" });
  const other = new pg.Client(pool.options.connectionString);
  await other.connect();
  await other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
  );
  await other.end();
  await expect.poll(async () => routes.find("kept", "a")).toMatchObject({ owner: "alice" });
});

it.each<["does not answer" | "refuses connections", (proxy: FaultProxy) => void]>([
  ["does not answer", (proxy) => proxy.pause()],
  ["refuses connections", (proxy) => proxy.refuse()],
])(
  "a gateway whose database %s refuses calls with 503 and says so in its health, until it is back",
  async (_, fail) => {
    await using proxy = await startFaultProxy(database.url);
    const connections = new pg.Pool({ connectionString: proxy.url, max: 4 });
    const routes = await createPostgresRoutes({ pool: connections, schema: "test_outage", timeoutMs: 500 });
    await using agent = await serveAgent();
    await using gateway = await startGateway({
      auth: [bearer({ tokens: { alice: "Alice" } })],
      routes,
      webhooks: false,
      agents: { tax: { url: agent.url } },
    });
    const health = async () => (await fetch(`${gateway.url}/health`)).status;
    const headers = { Authorization: "Bearer alice" };
    const alice = await connect(`${gateway.url}/agents/tax`, { headers, memory: new Map(), maxRetries: 0 });
    const answer = await alice.send("hello");
    const id = "task" in answer ? answer.task.id : "";
    expect(await health()).toBe(200);
    fail(proxy);
    const response = await fetch(`${gateway.url}/agents/tax/a2a/tasks/${id}`, {
      headers: { ...headers, "A2A-Version": "1.0" },
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    await expect(alice.getTask(id)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await health()).toBe(503);
    proxy.resume();
    await expect.poll(health).toBe(200);
    expect(extractText(await alice.getTask(id))).toBe("echo hello");
    proxy.reset();
    await connections.end();
  },
);

it("refuses a schema with an unusual name", async () => {
  await expect(createPostgresRoutes({ pool, schema: 'a"; drop' })).rejects.toThrow("expected a name such as");
});
