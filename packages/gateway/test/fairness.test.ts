import { connect } from "@a2a/client";
import { createMemoryRoutes } from "@a2a/gateway";
import { bearer } from "@a2a/server";
import { createMessage } from "@a2a/types";
import { expect, it } from "vitest";
import { recording, Steps, serveAgent, startGateway, until } from "./support/setup.ts";

const auth = [bearer({ tokens: { alice: "Alice", mallory: "Mallory" } })];

function caller(url: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return connect(url, { headers, versions: ["1.0"], memory: new Map(), maxRetries: 0 });
}

const card = JSON.stringify({
  name: "Agent",
  description: "",
  version: "1",
  supportedInterfaces: [{ url: "/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
});

interface Sent {
  readonly id: string;
  readonly params: { readonly message: { readonly messageId: string; readonly referenceTaskIds?: string[] } };
}

/** An agent that answers every message in a conversation of its own, and fails at some. */
function messageAgent(answer: (sent: Sent, body: string) => object | number = () => ({})) {
  return recording(({ path, body }) => {
    if (path.includes("well-known") || body === "") return { body: card };
    const sent = JSON.parse(body) as Sent;
    const given = answer(sent, body);
    if (typeof given === "number") return { status: given, body: "out of order" };
    const message = { role: "ROLE_AGENT", messageId: `re ${sent.id}`, parts: [{ text: "hi" }], ...given };
    return { body: JSON.stringify({ jsonrpc: "2.0", id: sent.id, result: { message } }) };
  });
}

it("makes a caller pause whose requests an agent fails at, and nobody else", async () => {
  await using agent = await messageAgent((_, body) => (body.includes("poison") ? 500 : {}));
  await using gateway = await startGateway({ auth, agents: { tax: { url: agent.url } } });
  const [mallory, alice] = await Promise.all(
    ["mallory", "alice"].map((token) => caller(`${gateway.url}/agents/tax`, token)),
  );
  const failures = await Promise.all(
    Array.from({ length: 30 }, () => mallory?.send("poison").catch((error: unknown) => String(error))),
  );
  expect(new Set(failures.map((failure) => typeof failure))).toEqual(new Set(["string"]));
  await expect(mallory?.send("hello")).rejects.toThrow("has failed repeatedly");
  for (let n = 0; n < 5; n++)
    expect(await alice?.send("hello")).toMatchObject({ message: { parts: [{ text: "hi" }] } });
  expect(gateway.gateway.health().agents.tax?.breaker).toBe("closed");
});

it("does not count an error of the protocol as a failure of the agent", async () => {
  await using agent = await recording(({ path, body }) => {
    if (path.includes("well-known")) return { body: card };
    const { id } = JSON.parse(body) as Sent;
    const error = { code: -32603, message: "busy", data: [] };
    return { body: JSON.stringify({ jsonrpc: "2.0", id, error }) };
  });
  await using gateway = await startGateway({ auth, agents: { tax: { url: agent.url, breaker: { failures: 2 } } } });
  const alice = await caller(`${gateway.url}/agents/tax`, "alice");
  for (let n = 0; n < 6; n++) await expect(alice.send("hello")).rejects.toThrow("busy");
});

it("lets callers in as soon as the card of an agent can be read again, however slow its answers are", async () => {
  let isDown = true;
  await using agent = await recording(({ path, body }) => {
    if (isDown && gatewayKnows) return { status: 503, body: "down" };
    if (path.includes("well-known") || body === "") return { body: card };
    const { id } = JSON.parse(body) as Sent;
    return { body: JSON.stringify({ jsonrpc: "2.0", id, result: { message: createMessage("hi") } }) };
  });
  let gatewayKnows = false;
  await using gateway = await startGateway({
    auth,
    agents: { tax: { url: agent.url, breaker: { failures: 2, restMs: 50 } } },
  });
  const mallory = await caller(`${gateway.url}/agents/tax`, "mallory");
  const alice = await caller(`${gateway.url}/agents/tax`, "alice");
  gatewayKnows = true;
  for (let n = 0; n < 2; n++) await expect(mallory.send("hello")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(gateway.gateway.health().agents.tax?.breaker).toBe("open");
  await expect(alice.send("hello")).rejects.toThrow("has failed repeatedly");
  isDown = false;
  await until(async () => (await alice.send("hello").catch(() => undefined)) !== undefined);
  expect(gateway.gateway.health().agents.tax?.breaker).toBe("closed");
});

it("answers 429 to a caller that has its share of an agent's calls open, and serves the others", async () => {
  const steps = new Steps();
  await using agent = await serveAgent({}, steps);
  await using gateway = await startGateway({ auth, agents: { tax: { url: agent.url, maxCalls: 8 } } });
  const url = `${gateway.url}/agents/tax`;
  const [mallory, alice] = await Promise.all([caller(url, "mallory"), caller(url, "alice")]);
  const open = [mallory.stream("chunks:1"), mallory.stream("chunks:1")];
  for (const stream of open) expect((await stream.next()).done).toBe(false);
  const refused = await fetch(`${url}/a2a/message:send`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer mallory", "A2A-Version": "1.0" },
    body: JSON.stringify({ message: createMessage("one more") }),
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await alice.send("hello")).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
  for (const stream of open) await stream.return();
  await until(async () => (await mallory.send("again").catch(() => undefined)) !== undefined);
  steps.take(open.length); // else closing the agent waits for its turns
});

it("forgets the routes of the caller with the most, and gives none of them to another", async () => {
  await using agent = await serveAgent();
  await using gateway = await startGateway({
    auth,
    routes: createMemoryRoutes({ maxTasks: 10 }),
    agents: { tax: { url: agent.url } },
  });
  const url = `${gateway.url}/agents/tax`;
  const [mallory, alice] = await Promise.all([caller(url, "mallory"), caller(url, "alice")]);
  const first = await alice.send("mine");
  const { id = "", contextId = "" } = "task" in first ? first.task : {};
  const told: { id: string; contextId?: string }[] = [];
  for (let n = 0; n < 30; n++) {
    const sent = await mallory.send(`flood ${n}`);
    if ("task" in sent) told.push(sent.task);
  }
  expect((await alice.getTask(id)).id).toBe(id);
  const taking = mallory.send(createMessage("give it to me", { contextId }));
  await expect(taking).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  const forgotten = createMessage("and this?", { contextId: told[0]?.contextId ?? "" });
  await expect(alice.send(forgotten)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
});

it("keeps conversations, message ids and references of callers apart at an agent that takes them for one", async () => {
  await using agent = await messageAgent((_, body) => ({ contextId: body.includes("alice") ? "of-alice" : "other" }));
  await using gateway = await startGateway({ auth, agents: { tax: { url: agent.url } } });
  const url = `${gateway.url}/agents/tax`;
  const [mallory, alice] = await Promise.all([caller(url, "mallory"), caller(url, "alice")]);
  expect(await alice.send(createMessage("alice here", { messageId: "m-1" }))).toMatchObject({
    message: { contextId: "of-alice" },
  });
  const taking = mallory.send(createMessage("continue", { contextId: "of-alice" }));
  await expect(taking).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  expect(await alice.send(createMessage("alice again", { contextId: "of-alice" }))).toMatchObject({ message: {} });
  await mallory.send(createMessage("hello", { messageId: "m-1", referenceTaskIds: ["task-of-alice"] }));
  const sent = agent.seen
    .filter(({ body }) => body !== "")
    .map(({ body }) => (JSON.parse(body) as Sent).params.message);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
  expect(sent.at(-1)).not.toHaveProperty("referenceTaskIds");
});
