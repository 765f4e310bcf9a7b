import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import { createAgentHandler } from "../src/index.ts";
import { toExpress, toFastify, toNodeListener } from "../src/node.ts";

async function* echo() {
  yield "hello";
}

const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "SendMessage",
  params: { message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } },
});
const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function agent() {
  const handler = createAgentHandler({ card: { name: "Echo" }, executor: echo });
  closing.push(() => handler.close());
  return handler;
}

async function check(call: (path: string, init?: RequestInit) => Promise<Response>): Promise<void> {
  const answer = await call("/a2a", { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ result: { task: { status: { state: "TASK_STATE_COMPLETED" } } } });
  const streaming = body.replace("SendMessage", "SendStreamingMessage").replace('"m"', '"m2"');
  const stream = await call("/a2a", { method: "POST", headers, body: streaming });
  expect((await stream.text()).match(/^data: /gm)).toHaveLength(4);
  const card = await call("/.well-known/agent-card.json");
  expect(await card.json()).toMatchObject({ name: "Echo" });
}

const overHttp = (port: number) => (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

describe("one agent in every runtime", () => {
  it("answers a Fetch API request", async () => {
    const handler = agent();
    await check((path, init) => handler.fetch(new Request(`http://agent.example${path}`, init)));
  });

  it("handles node:http requests", async () => {
    const server = createServer(toNodeListener(agent().handle));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    await check(overHttp((server.address() as AddressInfo).port));
  });

  it("mounts in Express, even behind its JSON parser, and passes other routes on", async () => {
    const app = express();
    app.use(express.json());
    app.use(toExpress(agent()));
    app.get("/other", (_, response) => void response.send("other"));
    const server = app.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    closing.push(() => server.close());
    const call = overHttp((server.address() as AddressInfo).port);
    await check(call);
    expect(await (await call("/other")).text()).toBe("other");
  });

  it("mounts in Fastify", async () => {
    const app = fastify();
    await app.register(toFastify(agent()));
    app.get("/other", () => "other");
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    closing.push(() => app.close());
    const call = overHttp(Number(new URL(address).port));
    await check(call);
    expect(await (await call("/other")).text()).toBe("other");
  });

  it("mounts in Hono", async () => {
    const app = new Hono();
    const handler = agent();
    app.all("/a2a/*", (context) => handler.fetch(context.req.raw));
    app.all("/a2a", (context) => handler.fetch(context.req.raw));
    app.get("/.well-known/*", (context) => handler.fetch(context.req.raw));
    await check(async (path, init) => app.request(path, init));
  });
});
