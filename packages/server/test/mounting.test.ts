import type { AgentCard, JsonObject } from "@a2a/types";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import { type AgentHandlerOptions, createAgentHandler } from "../src/index.ts";
import { serve, toExpress, toFastify } from "../src/node.ts";
import { say } from "./support/agent.ts";

type Call = (path: string, init?: RequestInit) => Promise<Response>;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function agent(options: Partial<AgentHandlerOptions> = {}) {
  const handler = createAgentHandler({
    card: { name: "Foo" },
    executor: async function* () {
      yield "hello";
    },
    ...options,
  });
  closing.push(() => handler.close());
  return handler;
}

const overHttp =
  (base: string): Call =>
  (path, init) =>
    fetch(base + path, init);

function post(body: JsonObject, headers: Record<string, string> = {}): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** An agent below /agents/foo of an app that has routes of its own. */
const mounts: Record<string, () => Promise<Call>> = {
  async "Express, mounted"() {
    const app = express();
    app.use("/agents/foo", toExpress(agent()));
    return overExpress(app);
  },
  async "Express, mounted behind its JSON parser"() {
    const app = express();
    app.use(express.json());
    app.use("/agents/foo", toExpress(agent()));
    return overExpress(app);
  },
  async "Express, with a base path"() {
    const app = express();
    app.use(toExpress(agent({ basePath: "/agents/foo" })));
    return overExpress(app);
  },
  async "Fastify, with a base path"() {
    const app = fastify();
    await app.register(toFastify(agent({ basePath: "/agents/foo" })));
    return overFastify(app);
  },
  async "Fastify, with a prefix"() {
    const app = fastify();
    await app.register(toFastify(agent()), { prefix: "/agents/foo" });
    return overFastify(app);
  },
  async "Hono, mounted"() {
    const app = ownRoutes(new Hono());
    const handler = agent({ baseUrl: "https://agents.example/agents/foo" });
    app.mount("/agents/foo", handler.fetch);
    return async (path, init) => app.request(path, init);
  },
  async "Hono, by routes"() {
    const app = ownRoutes(new Hono());
    const handler = agent({ basePath: "/agents/foo" });
    for (const path of ["/agents/foo", "/agents/foo/*"]) app.all(path, (context) => handler.fetch(context.req.raw));
    return async (path, init) => app.request(path, init);
  },
  async "fetch, with a path in baseUrl"() {
    const handler = agent({ baseUrl: "https://agents.example/agents/foo/" });
    return async (path, init) => {
      if (!/^\/agents\/foo(\/|$)/.test(path) || OWN.includes(path))
        return own(path) ?? new Response("", { status: 404 });
      return handler.fetch(new Request(`https://agents.example${path}`, init));
    };
  },
  async "serve, with a base path"() {
    const running = await serve({ card: { name: "Foo" }, executor: hello, store: "memory", basePath: "/agents/foo" });
    closing.push(() => running.close());
    return (path, init) => own(path) ?? fetch(running.url + path, init);
  },
  async "serve, with several agents"() {
    const bar = { card: { name: "Bar" }, executor: hello, store: "memory" };
    const running = await serve({ agents: { bar, foo: { ...bar, card: { name: "Foo" } } } });
    closing.push(() => running.close());
    expect(running.urls.foo).toBe(`${running.url}/agents/foo`);
    expect(running.handlers.bar?.card.name).toBe("Bar");
    return (path, init) => own(path) ?? fetch(running.url + path, init);
  },
};

async function* hello() {
  yield "hello";
}

const OWN = ["/agents", "/agents/foo/other", "/rpc"];
const own = (path: string) => (OWN.includes(path) ? Promise.resolve(new Response("own")) : undefined);

function ownRoutes(app: Hono): Hono {
  for (const path of OWN) app.get(path, (context) => context.text("own"));
  return app;
}

async function overFastify(app: ReturnType<typeof fastify>): Promise<Call> {
  for (const path of OWN) app.get(path, () => "own");
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => app.close());
  return overHttp(address);
}

async function overExpress(app: express.Express): Promise<Call> {
  // Routes of the app that come after the agent must be reached all the same.
  for (const path of OWN) app.get(path, (_, response) => void response.send("own"));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as { port: number };
  return overHttp(`http://127.0.0.1:${port}`);
}

describe.each(Object.keys(mounts))("an agent below a path: %s", (name) => {
  const mounted = () => (mounts[name] as () => Promise<Call>)();

  it("has its card there, whose interfaces carry the path", async () => {
    const call = await mounted();
    for (const path of ["agent-card.json", "agent.json"]) {
      const answer = await call(`/agents/foo/.well-known/${path}`);
      expect([answer.status, await answer.json()]).toMatchObject([200, { name: "Foo" }]);
    }
    const versioned = { headers: { "A2A-Version": "1.0" } };
    const card = (await (await call("/agents/foo/.well-known/agent-card.json", versioned)).json()) as AgentCard;
    const paths = card.supportedInterfaces.map(({ url }) => new URL(url).pathname);
    expect(new Set(paths)).toEqual(new Set(["/agents/foo/a2a"]));
  });

  it("answers JSON-RPC, HTTP+JSON and the older paths there", async () => {
    const call = await mounted();
    const rpc = (method: string, params: JsonObject) => ({ jsonrpc: "2.0", id: 1, method, params });
    const modern = await call("/agents/foo/a2a", post(rpc("SendMessage", say("x")), { "A2A-Version": "1.0" }));
    expect(await modern.json()).toMatchObject({ result: { task: { status: { state: "TASK_STATE_COMPLETED" } } } });
    const rest = await call("/agents/foo/a2a/message:send", post(say("x"), { "A2A-Version": "1.0" }));
    expect(await rest.json()).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
    const message = { role: "user", parts: [{ type: "text", text: "x" }] };
    for (const path of ["", "/rpc", "/tasks/send", "/a2a/rpc"]) {
      const older = await call(`/agents/foo${path}`, post(rpc("tasks/send", { id: `t${path}`, message })));
      expect(await older.json()).toMatchObject({ result: { status: { state: "completed" } } });
    }
  });

  it("leaves the routes of the app alone", async () => {
    const call = await mounted();
    for (const path of OWN) expect(await (await call(path)).text()).toBe("own");
    expect((await call("/.well-known/agent-card.json")).status).toBe(404);
    expect((await call("/a2a", post({}))).status).toBe(404);
    expect((await call("/agents/foobar/a2a", post({}))).status).toBe(404);
  });

  it("shows a browser a page, and everybody else where to go", async () => {
    const call = await mounted();
    const page = await call("/agents/foo", { headers: { Accept: "text/html,application/xhtml+xml" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain('href="/agents/foo/.well-known/agent-card.json"');
    const json = await call("/agents/foo");
    expect([json.status, await json.json()]).toMatchObject([
      404,
      {
        error: {
          message: expect.stringMatching(
            /^No route for GET \/(agents\/foo\/?)?; the agent card is at \/agents\/foo\/\.well-known\/agent-card\.json$/,
          ),
        },
      },
    ]);
  });
});

describe("an agent at the root of an app", () => {
  it("takes its own routes in Express, and neither / nor what only looks like its own", async () => {
    const app = express();
    app.use(toExpress(agent()));
    app.use((request, response) => void response.send(`own ${request.method}`));
    const call = await overExpress(app);
    for (const path of ["/", "/tasks", "/tasks/mine", "/.well-known/jwks.json", "/.well-known/acme", "/a2ab", "/rpc"]) {
      expect([path, await (await call(path)).text()]).toEqual([path, "own GET"]);
    }
    expect(await (await call("/", post({}))).text()).toBe("own POST");
    expect((await call("/.well-known/agent-card.json")).status).toBe(200);
    expect((await call("/rpc", post({}))).status).toBe(200);
  });

  it("leaves the bytes of long answers to middleware that keeps them", async () => {
    const app = express();
    const written: Uint8Array[] = [];
    const finished = Promise.withResolvers<void>();
    app.use((_, response, next) => {
      const { write } = response;
      response.write = (chunk: Uint8Array) => {
        written.push(chunk);
        return write.call(response, chunk, "utf8");
      };
      response.on("close", () => setImmediate(finished.resolve));
      next();
    });
    const text = "x".repeat(300_000);
    app.use(
      toExpress(
        agent({
          executor: async function* () {
            yield text;
          },
        }),
      ),
    );
    const call = await overExpress(app);
    const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("go") };
    const answer = await (await call("/a2a", post(body, { "A2A-Version": "1.0" }))).text();
    await finished.promise;
    expect(answer).toContain(text);
    expect(Buffer.concat(written).toString()).toBe(answer);
  });

  it("takes no older paths without aliases", async () => {
    const app = express();
    app.use(toExpress(agent({ aliases: false })));
    app.use((_, response) => void response.send("own"));
    const call = await overExpress(app);
    for (const path of ["/rpc", "/tasks/send"]) expect(await (await call(path, post({}))).text()).toBe("own");
  });

  it("serves its card below a path that begins with two slashes without naming another host", async () => {
    const handler = agent({ baseUrl: "https://agents.example" });
    const request = { method: "GET", query: "", headers: { "a2a-version": "1.0" }, body: "" };
    const path = "//evil.example/.well-known/agent-card.json";
    const answer = await handler.handle(
      { ...request, path, mountPath: "//evil.example" },
      new AbortController().signal,
    );
    const card = JSON.parse(answer.body as string) as AgentCard;
    expect(card.supportedInterfaces.every(({ url }) => new URL(url).host === "agents.example")).toBe(true);
  });
});

describe("the page of an agent", () => {
  it("is escaped, and may run nothing", async () => {
    const skill = { id: "s", name: "<b>bold</b>", description: 'a "quote" & more' };
    const handler = agent({ card: { name: "<script>alert(1)</script>", description: "'x'", skills: [skill] } });
    const page = await handler.fetch(new Request("http://localhost/", { headers: { Accept: "text/html" } }));
    const text = await page.text();
    expect(text).not.toMatch(/<script|<b>bold/);
    expect(text).toContain("<title>&#60;script&#62;alert(1)&#60;/script&#62;</title>");
    expect(text).toContain("a &#34;quote&#34; &#38; more");
    expect(text).toContain("<code>http://localhost/a2a</code>");
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is answered to HEAD without a body, and POST is still JSON-RPC", async () => {
    const handler = agent();
    const html = { Accept: "text/html" };
    const head = await handler.fetch(new Request("http://localhost/", { method: "HEAD", headers: html }));
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const rpc = await handler.fetch(new Request("http://localhost/", post({ jsonrpc: "2.0", id: 1 }, html)));
    expect(await rpc.json()).toMatchObject({ error: { code: -32600 } });
  });
});

describe("several agents of one server", () => {
  const one = { card: { name: "One", description: "First." }, executor: hello, store: "memory" };

  it("keep their tasks apart, and / lists them", async () => {
    await using running = await serve({ agents: { one, two: { ...one, card: { name: "Two" } } } });
    const { one: first, two: second } = running.urls as { one: string; two: string };
    const headers = { "A2A-Version": "1.0" };
    const sent = await fetch(`${first}/a2a/message:send`, post(say("x"), headers));
    const { task } = (await sent.json()) as { task: { id: string } };
    expect((await fetch(`${first}/a2a/tasks/${task.id}`, { headers })).status).toBe(200);
    expect((await fetch(`${second}/a2a/tasks/${task.id}`, { headers })).status).toBe(404);
    const page = await (await fetch(running.url, { headers: { Accept: "text/html" } })).text();
    expect(page).toContain('<a href="/agents/one">One</a>: First.');
    const json = await fetch(`${running.url}/nowhere`);
    expect([json.status, await json.json()]).toMatchObject([
      404,
      { error: { message: "No route for GET /nowhere; the agents are at /agents/one, /agents/two" } },
    ]);
  });

  it("name the path of the public address in their cards", async () => {
    await using running = await serve({ agents: { one }, publicUrl: "https://agents.example/public/" });
    const card = await fetch(`${running.urls.one}/.well-known/agent-card.json`);
    expect(await card.json()).toMatchObject({
      supportedInterfaces: [{ url: "https://agents.example/public/agents/one/a2a" }, {}, {}, {}, {}, {}],
    });
  });

  it.each<[string, object, string | RegExp]>([
    ["no agent", { agents: {} }, "agents: expected an object such as { echo: { card, executor } }, found an object"],
    ["a list", { agents: [one] }, "agents: expected an object such as { echo: { card, executor } }, found a list"],
    [
      "a name that is no part of a path",
      { agents: { "a/b": one } },
      'agents: "a/b" must be a part of a path: letters, digits, "-", "_", "." and "~"',
    ],
    [
      "an agent without a name",
      { agents: { one: { ...one, card: {} } } },
      'agents.one: card.name: expected the name of the agent, such as "Echo", found undefined',
    ],
    [
      "an option of an agent beside agents",
      { agents: { one }, executor: hello },
      /^unknown option "executor" beside agents; expected one of: agents, .*\bport\b/,
    ],
  ])("are refused with %s", async (_, options, message) => {
    await expect(serve(options as never)).rejects.toThrow(message);
  });
});
