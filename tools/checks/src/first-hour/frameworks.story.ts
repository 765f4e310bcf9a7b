// An agent inside an Express app and inside a Hono app, at the root and below a path, beside the routes of the app.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "@a2a/client";
import { fetchClient } from "@a2a/http";
import { createAgentHandler } from "@a2a/server";
import { toExpress } from "@a2a/server/node";
import { extractText } from "@a2a/types";
import express from "express";
import { Hono } from "hono";

function echo(options: { baseUrl?: string } = {}) {
  return createAgentHandler({
    ...options,
    card: { name: "Guest" },
    executor: async function* () {
      yield "hello from the app";
    },
  });
}

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function check(url: string, path = ""): Promise<void> {
  assert.equal(await (await fetch(`${url}/health`)).text(), "fine");
  await using client = await connect(url + path);
  const answer = await client.send("hi");
  assert("task" in answer);
  assert.equal(extractText(answer.task), "hello from the app");
}

const guest = echo();
const app = express();
app.get("/health", (_request, response) => void response.send("fine"));
app.use(toExpress(guest));
const running = await listen(app);
await check(running.url);
running.server.closeAllConnections();
running.server.close();
await guest.close();

const below = echo();
const host = express();
host.use("/agents/foo", toExpress(below));
host.get("/health", (_request, response) => void response.send("fine"));
host.get("/agents/foo/docs", (_request, response) => void response.send("docs"));
const hosting = await listen(host);
await check(hosting.url, "/agents/foo");
assert.equal(await (await fetch(`${hosting.url}/agents/foo/docs`)).text(), "docs");
hosting.server.closeAllConnections();
hosting.server.close();
await below.close();

const other = echo();
const hono = new Hono();
hono.get("/health", (context) => context.text("fine"));
hono.all("*", (context) => other.fetch(context.req.raw));
const honoFetch = (input: string | URL | Request, init?: RequestInit) => hono.fetch(new Request(input, init));
const card = await honoFetch("http://localhost/.well-known/agent-card.json");
assert.equal(card.status, 200);
assert.equal(await (await honoFetch("http://localhost/health")).text(), "fine");
await using client = await connect("http://localhost", { http: fetchClient({ fetch: honoFetch }) });
const answer = await client.send("hi");
assert("task" in answer);
assert.equal(extractText(answer.task), "hello from the app");
await other.close();

const mounted = echo({ baseUrl: "http://localhost/agents/foo" });
const parent = new Hono();
parent.get("/health", (context) => context.text("fine"));
parent.mount("/agents/foo", mounted.fetch);
const parentFetch = (input: string | URL | Request, init?: RequestInit) => parent.fetch(new Request(input, init));
assert.equal(await (await parentFetch("http://localhost/health")).text(), "fine");
const http = fetchClient({ fetch: parentFetch });
await using inside = await connect("http://localhost/agents/foo", { http });
const said = await inside.send("hi");
assert("task" in said);
assert.equal(extractText(said.task), "hello from the app");
await mounted.close();
