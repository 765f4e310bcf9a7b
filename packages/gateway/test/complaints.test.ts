import { fetchAgentCard } from "@a2a/card";
import { cardVerifier, signCard } from "@a2a/card/signing";
import { connect } from "@a2a/client";
import { fetchClient } from "@a2a/http";
import { extractText, type JsonObject } from "@a2a/types";
import { exportJWK, generateKeyPair } from "jose";
import { expect, it } from "vitest";
import { recording, Steps, serveAgent, startGateway } from "./support/setup.ts";

const http = fetchClient();

async function jsonOf(url: string, headers: Record<string, string> = {}): Promise<JsonObject> {
  return (await (await fetch(url, { headers })).json()) as JsonObject;
}

async function signingKey() {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const named = { kid: "k1", alg: "ES256" };
  return { key: { ...(await exportJWK(privateKey)), ...named }, jwk: { ...(await exportJWK(publicKey)), ...named } };
}

it("writes each path once in rewritten cards, also below a public path (agentgateway#2981, #3500)", async () => {
  await using agent = await serveAgent({ mount: "/agents/tax/a2a" });
  await using gateway = await startGateway({
    publicUrl: "https://edge.example/gw/",
    agents: { tax: { url: agent.url } },
  });
  const { supportedInterfaces } = await jsonOf(`${gateway.url}/agents/tax/.well-known/agent-card.json`, {
    "A2A-Version": "1.0",
  });
  const urls = (supportedInterfaces as { url: string }[]).map(({ url }) => url);
  expect(new Set(urls)).toEqual(new Set(["https://edge.example/gw/agents/tax/a2a"]));
  // A proxy in between may strip the public path or not.
  for (const path of ["/agents/tax", "/gw/agents/tax"]) {
    const client = await connect(`${gateway.url}${path}`, { card: (await connect(agent.url)).card, memory: new Map() });
    expect(client.card.name).toBe("Agent");
    expect((await fetch(`${gateway.url}${path}/.well-known/agent-card.json`)).status).toBe(200);
  }
});

it("leaves out signatures that rewriting would break, and signs with its own key (agentgateway#2701)", async () => {
  const [ours, theirs] = await Promise.all([signingKey(), signingKey()]);
  await using agent = await serveAgent();
  const card = await signCard((await fetchAgentCard(agent.url, { http })).card, { key: theirs.key });
  await using plain = await startGateway({ agents: { tax: { url: agent.url, card } } });
  await using signing = await startGateway({
    agents: { tax: { url: agent.url, card } },
    cardSigner: { key: ours.key },
  });
  const unsigned = await fetchAgentCard(`${plain.url}/agents/tax`, { http, version: "1.0" });
  expect(unsigned.card.signatures).toBeUndefined();
  const signed = await fetchAgentCard(`${signing.url}/agents/tax`, { http, version: "1.0" });
  const verify = cardVerifier({ keys: [{ jwk: ours.jwk }] });
  expect((await verify(signed))?.card.name).toBe("Agent");
  expect(signed.card.supportedInterfaces[0]?.url).toBe(`${signing.url}/agents/tax/a2a`);
});

it("serves a card verbatim, with its signature, to callers of the version it is written in", async () => {
  const { key, jwk } = await signingKey();
  await using agent = await serveAgent();
  const card = await signCard((await fetchAgentCard(agent.url, { http, version: "1.0" })).card, { key });
  const source = JSON.stringify(card, undefined, 2);
  await using front = await recording(() => ({ body: source }));
  await using gateway = await startGateway({
    agents: { tax: { url: front.url, origins: [agent.url], serveCard: "verbatim" } },
  });
  const url = `${gateway.url}/agents/tax/.well-known/agent-card.json`;
  expect(await (await fetch(url, { headers: { "A2A-Version": "1.0" } })).text()).toBe(source);
  const found = await fetchAgentCard(`${gateway.url}/agents/tax`, { http, version: "1.0" });
  expect((await cardVerifier({ keys: [{ jwk }] })(found))?.card.name).toBe("Agent");
  const older = await jsonOf(url, { "A2A-Version": "0.3" });
  expect(older).toMatchObject({ url: `${gateway.url}/agents/tax/a2a` });
  expect(older.signatures).toBeUndefined();
});

it("refuses versions that it does not serve, by name (agentgateway#2701)", async () => {
  await using agent = await serveAgent();
  await using gateway = await startGateway({ versions: ["1.0", "0.3"], agents: { tax: { url: agent.url } } });
  const body = { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "t" } };
  const response = await fetch(`${gateway.url}/agents/tax/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "0.5" },
    body: JSON.stringify(body),
  });
  const { error } = (await response.json()) as { error: { code: number; message: string } };
  expect(error).toMatchObject({ code: -32009, message: 'A2A-Version "0.5" is not served here: use 1.0 or 0.3' });
});

it("reads tasks behind the gateway in every version (litellm#26411)", async () => {
  await using agent = await serveAgent();
  await using gateway = await startGateway({ defaultAgent: "tax", agents: { tax: { url: agent.url } } });
  for (const version of ["1.0", "0.3", "0.2", "0.1"] as const) {
    for (const url of [`${gateway.url}/agents/tax`, gateway.url]) {
      const client = await connect(url, { versions: [version], memory: new Map() });
      const answer = await client.send("hello");
      const id = "task" in answer ? answer.task.id : "";
      expect(extractText(await client.getTask(id))).toBe("echo hello");
    }
  }
});

it("has the content of answers that come later (litellm#28577)", async () => {
  const steps = new Steps();
  await using agent = await serveAgent({}, steps);
  await using gateway = await startGateway({ agents: { tax: { url: agent.url } } });
  const client = await connect(`${gateway.url}/agents/tax`, { memory: new Map() });
  const answer = await client.send("chunks:2", { configuration: { returnImmediately: true } });
  const task = "task" in answer ? answer.task : undefined;
  expect(task).toMatchObject({ status: { state: "TASK_STATE_WORKING" } });
  steps.take(2);
  const followed = [];
  for await (const event of client.subscribe(task?.id ?? "")) followed.push(event);
  expect(extractText(await client.getTask(task?.id ?? ""))).toBe("#0\n#1");
});

it("sends a pinned version to the agent (aisix#914)", async () => {
  const card = {
    name: "Both",
    description: "",
    version: "1",
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  await using agent = await recording(({ body, path }) => {
    if (path.includes("well-known")) {
      const url = `${agent.url}/a2a`;
      const entry = (protocolVersion: string) => ({ url, protocolBinding: "JSONRPC", protocolVersion });
      return { body: JSON.stringify({ ...card, supportedInterfaces: [entry("1.0"), entry("0.3")] }) };
    }
    const { id, method } = JSON.parse(body) as { id: string; method: string };
    const result =
      method === "SendMessage"
        ? { message: { role: "ROLE_AGENT", messageId: "m", parts: [{ text: "hi" }] } }
        : { kind: "message", role: "agent", messageId: "m", parts: [{ kind: "text", text: "hi" }] };
    return { body: JSON.stringify({ jsonrpc: "2.0", id, result }) };
  });
  await using gateway = await startGateway({
    agents: { old: { url: agent.url, versions: ["0.3"] }, new: { url: agent.url, versions: ["1.0"] } },
  });
  for (const [name, method, header] of [
    ["old", "message/send", undefined],
    ["new", "SendMessage", "1.0"],
  ] as const) {
    const client = await connect(`${gateway.url}/agents/${name}`, { versions: ["0.2"], memory: new Map() });
    await client.send("hello");
    const call = agent.seen.findLast(({ path }) => path === "/a2a");
    expect(call?.headers["a2a-version"]).toBe(header);
    expect(JSON.parse(call?.body ?? "")).toMatchObject({ method });
  }
});
