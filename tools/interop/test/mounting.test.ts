import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ConnectOptions, connect } from "@a2a/client";
import { inProcessClient } from "@a2a/http";
import { type AgentHandlerOptions, createAgentHandler } from "@a2a/server";
import { serve, toExpress } from "@a2a/server/node";
import { extractText, protocolVersions } from "@a2a/types";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const named = (name: string, options: Partial<AgentHandlerOptions> = {}) => ({
  card: { name },
  executor: async function* () {
    yield `I am ${name}`;
  },
  ...options,
});

function handlerOf(name: string, options: Partial<AgentHandlerOptions> = {}) {
  const handler = createAgentHandler(named(name, options));
  closing.push(() => handler.close());
  return handler;
}

type Mounted = readonly [url: string, options: ConnectOptions];
const mounts: Record<string, () => Promise<Mounted>> = {
  async "Express below a path, beside an agent at the root"() {
    const app = express();
    app.use("/agents/foo", toExpress(handlerOf("Foo")));
    app.use(toExpress(handlerOf("Root")));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => server.close());
    return [`http://127.0.0.1:${(server.address() as AddressInfo).port}/agents/foo`, {}];
  },
  async "a fetch handler with a base path"() {
    const handler = handlerOf("Foo", { basePath: "/agents/foo" });
    return ["http://localhost/agents/foo", { http: inProcessClient((request) => handler.fetch(request)) }];
  },
  async "a fetch handler with a path in its base URL"() {
    const handler = handlerOf("Foo", { baseUrl: "http://localhost/agents/foo" });
    return ["http://localhost/agents/foo", { http: inProcessClient((request) => handler.fetch(request)) }];
  },
  async "serve with a base path"() {
    const agent = await serve({ ...named("Foo"), store: "memory", basePath: "/agents/foo" });
    closing.push(() => agent.close());
    return [`${agent.url}/agents/foo`, {}];
  },
  async "serve with several agents"() {
    const agents = { bar: { ...named("Bar"), store: "memory" }, foo: { ...named("Foo"), store: "memory" } };
    const server = await serve({ agents });
    closing.push(() => server.close());
    return [server.urls.foo ?? "", {}];
  },
};

describe.each(Object.keys(mounts))("connect to %s", (name) => {
  it.each(protocolVersions)("reaches the agent there in %s", async (version) => {
    const [url, options] = await (mounts[name] as () => Promise<Mounted>)();
    const agent = await connect(url, { ...options, versions: [version] });
    closing.push(() => agent.close());
    const answer = await agent.send("who are you?");
    expect("task" in answer && extractText(answer.task)).toBe("I am Foo");
    expect(agent.describe()).toMatchObject({ version });
  });
});

it("connect to a path without an agent ends at no other agent of the server", async () => {
  const server = await serve({ agents: { foo: { ...named("Foo"), store: "memory" } } });
  closing.push(() => server.close());
  await expect(connect(`${server.url}/agents/nobody`)).rejects.toThrow();
});
