import { request } from "node:http";
import { connect } from "@a2a/client";
import { type DeliveredEvent, webhookHandler } from "@a2a/client/webhook";
import { createWebhookSigner } from "@a2a/server/webhook-signing";
import { extractText, type KnownVersion } from "@a2a/types";
import { expect, it } from "vitest";
import { LOCAL_WEBHOOKS, recording, serveAgent, startGateway, until } from "./support/setup.ts";

it("routes by path, tenant, host, task and default, and lists its agents", async () => {
  await using tax = await serveAgent({ card: { name: "Tax" }, versions: ["0.3"] });
  await using travel = await serveAgent({ card: { name: "Travel" } });
  await using gateway = await startGateway({
    routing: "tenant",
    agents: { tax: { url: tax.url }, travel: { url: travel.url, hosts: ["travel.example:80"] } },
  });
  const byTenant = await connect(gateway.url, { agent: "tax", versions: ["1.0"], memory: new Map() });
  expect(byTenant.describe().url).toBe(`${gateway.url}/a2a`);
  expect(byTenant.card.supportedInterfaces[0]).toMatchObject({ tenant: "tax" });
  const answer = await byTenant.send("hello");
  const id = "task" in answer ? answer.task.id : "";
  // A caller that forgets the tenant, or has none, still finds its task.
  for (const version of ["1.0", "0.3"] as const) {
    const untold = await connect(
      {
        ...byTenant.card,
        supportedInterfaces: [{ url: `${gateway.url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: version }],
      },
      { memory: new Map() },
    );
    expect(extractText(await untold.getTask(id))).toBe("echo hello");
    await expect(untold.send("to whom?")).rejects.toMatchObject({
      message: expect.stringContaining("expected one of tax, travel"),
    });
  }
  const { hostname, port } = new URL(gateway.url);
  const card = await new Promise<string>((resolve, reject) => {
    const options = {
      hostname,
      port,
      path: "/.well-known/agent-card.json",
      headers: { Host: "travel.example:80", "A2A-Version": "1.0" },
    };
    request(options, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += String(chunk))).on("end", () => resolve(body));
    })
      .on("error", reject)
      .end();
  });
  expect(JSON.parse(card)).toMatchObject({
    name: "Travel",
    supportedInterfaces: [{ url: "http://travel.example/a2a" }, {}, {}, {}, {}, {}],
  });
  expect((await fetch(`${gateway.url}/.well-known/agent-card.json`)).status).toBe(404);
  const links = (await (await fetch(`${gateway.url}/.well-known/api-catalog`)).json()) as object;
  expect(links).toMatchObject({
    linkset: [{ item: [{ href: `${gateway.url}/agents/tax/.well-known/agent-card.json` }, {}] }],
  });
  expect(await (await fetch(`${gateway.url}/agents/nobody/a2a`, { method: "POST" })).json()).toMatchObject({
    error: { message: expect.stringContaining("the agents are tax, travel") },
  });
});

it.each<[KnownVersion, KnownVersion]>([
  ["1.0", "0.1"],
  ["0.1", "1.0"],
  ["0.3", "1.0"],
])("relays notifications to a caller of %s from an agent of %s, signed by the gateway", async (callers, agents) => {
  await using agent = await serveAgent({ versions: [agents] });
  const delivered: DeliveredEvent[] = [];
  const signer = await createWebhookSigner({ issuer: "https://gateway.example" });
  const receive = webhookHandler({
    token: "tok",
    signature: { jwks: signer.jwks as { keys: object[] }, issuer: "https://gateway.example" },
    onEvent: (event) => void delivered.push(event),
  });
  await using gateway = await startGateway({
    agents: { tax: { url: agent.url } },
    webhooks: { ...LOCAL_WEBHOOKS, signer },
  });
  const statuses: number[] = [];
  await using hook = await recording(({ headers, body, path }) => {
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    void receive(new Request(new URL(path, hook.url), { method: "POST", headers: given, body })).then(({ status }) =>
      statuses.push(status),
    );
    return { body: "" };
  });
  const client = await connect(`${gateway.url}/agents/tax`, { versions: [callers], memory: new Map() });
  const answer = await client.send("hello", {
    configuration: { taskPushNotificationConfig: { url: `${hook.url}/hook`, token: "tok" } },
  });
  const id = "task" in answer ? answer.task.id : "";
  const ended = () =>
    delivered.some(
      ({ event }) =>
        ("task" in event ? event.task.status : "statusUpdate" in event ? event.statusUpdate.status : undefined)
          ?.state === "TASK_STATE_COMPLETED",
    );
  await until(ended);
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect(new Set(delivered.map(({ taskId, version, signed }) => `${taskId} ${version} ${signed}`))).toEqual(
    new Set([`${id} ${callers} true`]),
  );
  expect((await fetch(`${gateway.url}/webhooks/guessed`, { method: "POST", body: "{}" })).status).toBe(404);
  expect(await (await fetch(`${gateway.url}/agents/tax/.well-known/jwks.json`)).json()).toEqual(signer.jwks);
});
