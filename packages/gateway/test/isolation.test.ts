import { connect } from "@a2a/client";
import { bearer as ownToken } from "@a2a/client/auth";
import { createMemoryRoutes, type GatewayEvent, tokenExchange } from "@a2a/gateway";
import { bearer } from "@a2a/server";
import { createMessage } from "@a2a/types";
import { expect, it } from "vitest";
import { recording, serveAgent, startGateway, until } from "./support/setup.ts";

/** An agent that records what it is sent, and answers every message. */
function recordingAgent() {
  const agent = recording(({ path, body }) => {
    if (path.includes("well-known")) {
      const schemes = { token: { httpAuthSecurityScheme: { scheme: "bearer" } } };
      return {
        body: JSON.stringify({
          name: "Recorder",
          description: "",
          version: "1",
          supportedInterfaces: [{ url: "/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
          capabilities: {},
          defaultInputModes: ["text/plain"],
          defaultOutputModes: ["text/plain"],
          skills: [],
          securitySchemes: schemes,
          securityRequirements: [{ schemes: { token: { list: [] } } }],
        }),
      };
    }
    const { id } = JSON.parse(body) as { id: string };
    const message = { role: "ROLE_AGENT", messageId: "m", parts: [{ text: "hi" }] };
    return { body: JSON.stringify({ jsonrpc: "2.0", id, result: { message } }) };
  });
  return agent;
}

function caller(url: string, token: string) {
  return connect(url, { headers: { Authorization: `Bearer ${token}` }, versions: ["1.0"], memory: new Map() });
}

it("shows each agent its own credentials, and no other agent's or caller's", async () => {
  await using passing = await recordingAgent();
  await using owned = await recordingAgent();
  await using exchanging = await recordingAgent();
  await using bare = await recordingAgent();
  await using tokens = await recording(() => ({ body: JSON.stringify({ access_token: "exchanged", expires_in: 60 }) }));
  const exchange = tokenExchange({
    tokenUrl: tokens.url,
    clientId: "gateway",
    clientSecret: "s3cret",
    audience: "books",
  });
  await using gateway = await startGateway({
    auth: [bearer({ tokens: { alice: "Alice" } })],
    agents: {
      passing: { url: passing.url, credentials: { pass: true } },
      owned: { url: owned.url, credentials: { own: ownToken("of-the-gateway") } },
      exchanging: { url: exchanging.url, credentials: { exchange } },
      bare: { url: bare.url },
    },
  });
  for (const name of ["passing", "owned", "exchanging", "bare", "exchanging"]) {
    await (await caller(`${gateway.url}/agents/${name}`, "alice")).send("hello");
  }
  const shown = ({ seen }: typeof passing) =>
    new Set(seen.filter(({ path }) => path === "/a2a").map(({ headers }) => headers.authorization));
  expect(shown(passing)).toEqual(new Set(["Bearer alice"]));
  expect(shown(owned)).toEqual(new Set(["Bearer of-the-gateway"]));
  expect(shown(exchanging)).toEqual(new Set(["Bearer exchanged"]));
  expect(shown(bare)).toEqual(new Set([undefined]));
  expect(tokens.seen).toHaveLength(1);
  expect(Object.fromEntries(new URLSearchParams(tokens.seen[0]?.body))).toMatchObject({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: "alice",
    audience: "books",
  });
  const everything = [passing, owned, exchanging, bare].flatMap(({ seen }) =>
    seen.map(({ headers }) => JSON.stringify(headers)),
  );
  expect(everything.filter((headers) => headers.toLowerCase().includes("a2a-gateway-caller"))).toEqual([]);
  expect(await (await fetch(`${gateway.url}/agents/owned/.well-known/agent-card.json`)).text()).not.toContain(
    "of-the-gateway",
  );
});

it("does not pass credentials on to an address that only the card names", async () => {
  await using stranger = await recordingAgent();
  const { card } = await connect(stranger.url);
  const elsewhere = {
    ...card,
    supportedInterfaces: card.supportedInterfaces.map((entry) => ({ ...entry, url: `${stranger.url}/a2a` })),
  };
  await using gateway = await startGateway({
    agents: { tax: { url: "http://localhost:9", card: elsewhere, credentials: { pass: true }, timeoutMs: 500 } },
  });
  const client = await connect(`${gateway.url}/agents/tax`, {
    headers: { Authorization: "Bearer alice" },
    maxRetries: 0,
  });
  await client.send("hello").catch(() => undefined);
  expect(stranger.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

it("keeps tasks, lists, webhooks and conversations of callers apart where the agent takes all for one", async () => {
  await using agent = await serveAgent({ auth: [bearer({ tokens: { gw: "gateway" } })] });
  await using gateway = await startGateway({
    auth: [bearer({ tokens: { alice: "Alice", bob: "Bob" } })],
    agents: { tax: { url: agent.url, credentials: { own: ownToken("gw") } } },
  });
  const [alice, bob] = await Promise.all(["alice", "bob"].map((token) => caller(`${gateway.url}/agents/tax`, token)));
  if (!alice || !bob) throw new Error("there are two");
  const message = createMessage("ask", { messageId: "same" });
  const [hers, his] = [await alice.send(message), await bob.send(message)];
  if (!("task" in hers) || !("task" in his)) throw new Error("expected tasks");
  // The agent recognizes a repeated message of one caller, and the gateway is one caller to it.
  expect(his.task.id).not.toBe(hers.task.id);
  const { id, contextId = "" } = hers.task;
  expect((await alice.getTask(id)).id).toBe(id);
  for (const refused of [
    () => bob.getTask(id),
    () => bob.cancelTask(id),
    () => bob.listPushConfigs(id),
    () => bob.createPushConfig({ taskId: id, url: "http://127.0.0.1:9/" }),
    () => bob.send(createMessage("and?", { taskId: id })),
    () => bob.subscribe(id).next(),
  ]) {
    await expect(refused()).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  }
  await expect(bob.send(createMessage("hi", { contextId }))).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  const ids = async (client: typeof alice) => (await client.listTasks()).tasks.map((task) => task.id);
  expect(await ids(alice)).toEqual([id]);
  expect(await ids(bob)).toEqual([his.task.id]);
  expect((await bob.listTasks()).totalSize).toBe(1);
  await Promise.all([alice.send("one"), alice.send("two"), bob.send("three")]);
  const done = await alice.listTasks({ status: "TASK_STATE_COMPLETED", pageSize: 1 });
  expect(done).toMatchObject({ tasks: [{ status: { state: "TASK_STATE_COMPLETED" } }], totalSize: 2 });
  const { tasks, totalSize } = await alice.listTasks({
    status: "TASK_STATE_COMPLETED",
    pageSize: 1,
    pageToken: done.nextPageToken,
  });
  expect([tasks.length, totalSize]).toEqual([1, 2]);
});

it("tells callers apart by their credentials where only agents know them", async () => {
  await using agent = await serveAgent({ auth: [bearer({ tokens: { alice: "Alice", bob: "Bob" } })] });
  await using gateway = await startGateway({ agents: { tax: { url: agent.url, credentials: { pass: true } } } });
  const url = `${gateway.url}/agents/tax`;
  const callers = await Promise.all(
    ["alice", "bob"].map((token) =>
      connect(url, { headers: { Authorization: `Bearer ${token}` }, versions: ["0.1"], memory: new Map() }),
    ),
  );
  // Both choose the same id for their tasks.
  const answers = await Promise.all(
    callers.map((client, index) => client.send(createMessage(`${index}`, { taskId: "mine" }))),
  );
  expect(answers).toMatchObject(
    [0, 1].map((index) => ({ task: { id: "mine", artifacts: [{ parts: [{ text: `echo ${index}` }] }] } })),
  );
  const stranger = await connect(url, {
    headers: { Authorization: "Bearer eve" },
    versions: ["1.0"],
    memory: new Map(),
  });
  await expect(stranger.send("hello")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

it("asks the policy about agents, counts quotas, and tells who did what without what was said", async () => {
  await using agent = await serveAgent();
  const events: GatewayEvent[] = [];
  await using gateway = await startGateway({
    auth: [bearer({ tokens: { alice: "Alice", bob: "Bob" } })],
    agents: { tax: { url: agent.url }, vault: { url: agent.url } },
    policy: {
      authorize: ({ subject }, _operation, name) => name !== "vault" || subject === "Alice",
      quota: ({ subject }) => (subject === "Bob" ? { messages: 1 } : undefined),
    },
    onEvent: (event) => events.push(event),
  });
  const bob = await caller(`${gateway.url}/agents/tax`, "bob");
  await bob.send("a secret");
  await expect(bob.send("another", { maxRetries: 0 })).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await expect((await caller(`${gateway.url}/agents/vault`, "bob")).send("x")).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  await (await caller(`${gateway.url}/agents/vault`, "alice")).send("x");
  await until(() => events.length === 4);
  expect(events).toMatchObject([
    { type: "call", caller: { subject: "Bob" }, agent: "tax", operation: "sendMessage", version: "1.0", outcome: "ok" },
    { caller: { subject: "Bob" }, outcome: "RATE_LIMITED" },
    { caller: { subject: "Bob" }, agent: "vault", outcome: "PERMISSION_DENIED" },
    { caller: { subject: "Alice" }, agent: "vault", outcome: "ok" },
  ]);
  expect(JSON.stringify(events)).not.toContain("secret");
});

it("forgets the oldest routes in memory", async () => {
  const routes = createMemoryRoutes({ maxTasks: 2 });
  for (const taskId of ["1", "2", "3"]) await routes.put({ agent: "a", owner: "o", taskId });
  expect(await routes.find("1")).toBeUndefined();
  expect(await routes.count("o", "a")).toBe(2);
});
