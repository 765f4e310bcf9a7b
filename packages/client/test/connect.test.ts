import type { JsonObject, LocalError } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { connect } from "../src/index.ts";
import { cardAt, type Method, noTask, RpcError, serveAgentPeer } from "./support/agent-peer.ts";
import { answer, servePeer } from "./support/peer.ts";

const done = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_COMPLETED" } };
const v1_0 = { SendMessage: () => ({ task: done }), GetTask: noTask };
const doneBefore = { kind: "task", id: "t-1", contextId: "c-1", status: { state: "completed" } };
const v0_3 = {
  "message/send": () => doneBefore,
  "tasks/get": noTask,
  "tasks/pushNotificationConfig/get": noTask,
};
const doneFirst = { id: "t-1", sessionId: "c-1", status: { state: "completed" } };
const v0_1 = { "tasks/send": () => doneFirst, "tasks/get": noTask, "tasks/pushNotification/get": noTask };
type Methods = Readonly<Record<string, Method>>;
const fresh = () => ({ memory: new Map<string, string>() });

describe("connecting", () => {
  it("R-173 follows the card: one request for it, no probes", async () => {
    await using peer = await serveAgentPeer({ card: (url) => cardAt(`${url}/agent`), methods: v1_0 });
    const client = await connect(peer.url, fresh());
    expect(peer.received.map(({ path }) => path)).toEqual(["/.well-known/agent-card.json"]);
    await client.send("hello");
    expect(client.describe()).toEqual({
      name: "Weather desk",
      version: "1.0",
      binding: "JSONRPC",
      url: `${peer.url}/agent`,
      notes: [],
      deviations: [],
    });
    expect(peer.received).toHaveLength(2);
  });

  it("accepts a card instead of a URL", async () => {
    await using peer = await serveAgentPeer({ methods: v1_0 });
    const client = await connect(cardAt(peer.url) as never, fresh());
    expect(await client.send("hello")).toEqual({ task: done });
    expect(peer.received).toHaveLength(1);
  });

  it("accepts a configured name, and lists the names when it is unknown", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: v1_0 });
    const agents = { weather: { url: peer.url, headers: { "X-Team": "north" } } };
    const client = await connect("weather", { agents, ...fresh() });
    await client.send("hello");
    expect(peer.received.every(({ headers }) => headers["x-team"] === "north")).toBe(true);
    await expect(connect("wether", { agents })).rejects.toMatchObject({
      code: "CONFIG",
      message: '"wether" is neither a URL (https://agent.example) nor a known agent; known agents: weather',
    });
  });

  it("R-173 finds out that a card is wrong about the protocol version, and remembers it", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: v0_3 });
    const memory = new Map<string, string>();
    const client = await connect(peer.url, { memory });
    expect(await client.send("hello")).toMatchObject({ task: { id: "t-1" } });
    expect(client.describe()).toMatchObject({ version: "0.3", url: `${peer.url}/` });
    expect(client.describe().notes).toEqual([
      `not 1.0 over JSONRPC at ${peer.url}/: Method not found`,
      `found: 0.3 over JSONRPC at ${peer.url}/`,
    ]);
    const before = peer.received.length;
    const again = await connect(peer.url, { memory });
    await again.send("hello");
    expect(again.describe().notes).toEqual([`remembered from an earlier connection: 0.3 over JSONRPC at ${peer.url}/`]);
    expect(peer.received.slice(before).map(({ method }) => method)).toEqual(["GET", "POST"]);
  });

  it.each<[string, Methods]>([
    ["0.3", v0_3],
    ["0.1", v0_1],
  ])("never sends a message twice while detecting that the agent speaks %s", async (version, methods) => {
    await using peer = await serveAgentPeer({ card: cardAt, methods });
    const client = await connect(peer.url, fresh());
    await client.send("hello");
    expect(client.describe().version).toBe(version);
    const known = peer.received.filter(({ method, body }) => method === "POST" && JSON.parse(body).method in methods);
    expect(known.filter(({ body }) => JSON.parse(body).method.endsWith("/send"))).toHaveLength(1);
  });

  it("finds the agent when the card names a wrong address", async () => {
    await using peer = await serveAgentPeer({ card: (url) => cardAt(`${url}/gone`), rpcPath: "/rpc", methods: v1_0 });
    const client = await connect(peer.url, fresh());
    expect(await client.send("hello")).toEqual({ task: done });
    expect(client.describe().url).toBe(`${peer.url}/rpc`);
  });

  it("R-173 finds the agent when the card names a wrong binding", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { binding: "HTTP+JSON" }),
      methods: v1_0,
    });
    const client = await connect(peer.url, fresh());
    expect(await client.send("hello")).toEqual({ task: done });
    expect(client.describe().binding).toBe("JSONRPC");
  });

  it("S1-04 finds an agent without a card that has a path for each method", async () => {
    const posted: JsonObject[] = [];
    await using peer = await servePeer((request, response) => {
      const { id, method, jsonrpc } = request.method === "POST" ? (JSON.parse(request.body) as JsonObject) : {};
      if (request.path !== `/${String(method)}`) return answer(response, "no", 404, { "Content-Type": "text/plain" });
      posted.push({ path: request.path, jsonrpc: jsonrpc ?? null });
      if (method === "tasks/send") return answer(response, { jsonrpc: "2.0", id, result: doneFirst });
      return answer(response, { jsonrpc: "2.0", id, error: { code: -32001, message: "Task not found" } });
    });
    const client = await connect(peer.url, fresh());
    expect(client.describe()).toMatchObject({ version: "0.1", name: new URL(peer.url).host });
    expect(await client.send("hello")).toMatchObject({ task: { id: "t-1" } });
    await expect(client.cancelTask("t-1")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    for (const path of ["/tasks/send", "/tasks/get", "/tasks/cancel"]) {
      expect(posted).toContainEqual({ path, jsonrpc: "2.0" });
    }
  });

  it("finds an agent that supports messages only, and puts all text first (S2)", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => ({ name: "search", description: "Searches", url, version: "0.1.0", skills: [] }),
      rpcPath: "/rpc",
      methods: {
        "tasks/send": ({ params }) => {
          if (Array.isArray(params)) throw new RpcError(-32602, "Invalid params payload");
          return {
            id: (params as JsonObject).id,
            status: { state: "completed", message: null },
            artifacts: [],
            metadata: {},
          };
        },
      },
    });
    const client = await connect(peer.url, fresh());
    const parts = [{ text: "find" }, { text: "boats" }];
    const sent = await client.send({ messageId: "m-1", role: "ROLE_USER", parts });
    expect(sent).toMatchObject({ task: { id: "m-1", status: { state: "TASK_STATE_COMPLETED" } } });
    expect(client.describe().notes).toContain("the agent accepts messages and knows no other method");
    expect(JSON.parse(peer.received.at(-1)?.body ?? "").params.message.parts).toMatchObject([{ text: "find\nboats" }]);
  });

  it("reads answers in another protocol version's format, and notes it", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { SendMessage: () => doneBefore, GetTask: noTask },
    });
    const client = await connect(peer.url, fresh());
    expect(await client.send("hello")).toMatchObject({
      task: { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } },
    });
    expect(client.describe().notes).toEqual([`1.0 over JSONRPC at ${peer.url}/ answers in the form of 0.3`]);
  });
});

describe("pins", () => {
  it("are never relaxed: the refusal says what each side speaks", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: v1_0 });
    const refused = connect(peer.url, { versions: ["0.2"], bindings: ["JSONRPC"], ...fresh() });
    await expect(refused).rejects.toMatchObject({ code: "NO_COMMON_INTERFACE" });
    const { message, attempts } = (await refused.catch((error: unknown) => error)) as LocalError;
    expect(message).toContain(
      "no common interface: the agent's card offers 1.0 over JSONRPC; this client supports 0.2 over JSONRPC; 0.2 over",
    );
    expect(attempts[0]).toMatch(/^0\.2 over JSONRPC at /);
    const asked = peer.received.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body).method);
    expect(new Set(asked)).toEqual(new Set(["tasks/get"]));
  });

  it("apply to answers too", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: { SendMessage: () => doneBefore } });
    const client = await connect(peer.url, { versions: ["1.0"], ...fresh() });
    await expect(client.send("hello")).rejects.toMatchObject({ code: "PROTOCOL" });
  });

  it("R-173 may name an older protocol version than the card offers first", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: { ...v1_0, ...v0_3 } });
    const client = await connect(peer.url, { versions: ["0.3"], ...fresh() });
    await client.send("hello");
    expect(client.describe().version).toBe("0.3");
  });

  it("must not be empty", async () => {
    await expect(connect("http://127.0.0.1:1", { versions: [] })).rejects.toMatchObject({ code: "CONFIG" });
  });
});

describe("an agent that once spoke a newer protocol version", () => {
  it("is refused when it offers only an older one, unless that is allowed or pinned", async () => {
    let [version, methods]: [string, Methods] = ["1.0", v1_0];
    const current =
      (name: string): Method =>
      (call, response) => {
        const method = methods[name];
        if (method) return method(call, response);
        throw new RpcError(-32601, "Method not found");
      };
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { version }),
      methods: Object.fromEntries(Object.keys({ ...v1_0, ...v0_3 }).map((name) => [name, current(name)])),
    });
    const memory = new Map<string, string>();
    const before = await connect(peer.url, { memory });
    await before.send("hello");
    [version, methods] = ["0.3", v0_3];
    const after = await connect(peer.url, { memory });
    await expect(after.send("hello")).rejects.toMatchObject({
      code: "PROTOCOL",
      message: expect.stringContaining("offers nothing newer than 0.3, although it has spoken 1.0"),
    });
    const allowed = await connect(peer.url, { memory, allowDowngrade: true });
    expect(await allowed.send("hello")).toMatchObject({ task: { id: "t-1" } });
    const pinned = await connect(peer.url, { memory, versions: ["0.3"] });
    expect(await pinned.send("hello")).toMatchObject({ task: { id: "t-1" } });
  });
});

describe("addresses that a card may not point to", () => {
  it.each([
    "http://127.0.0.1:9/a2a",
    "http://10.0.0.8/a2a",
    "http://[::1]:9/",
    "http://169.254.169.254/",
    "file:///etc/passwd",
  ])("%s", async (elsewhere) => {
    await using peer = await serveAgentPeer({ card: () => cardAt(elsewhere) });
    await expect(connect(peer.url, { bindings: ["JSONRPC"], ...fresh() })).rejects.toMatchObject({
      code: "BLOCKED",
    });
    expect(peer.received.every(({ headers }) => `http://${headers.host}` === peer.url)).toBe(true);
  });

  it("are allowed when the caller lists them", async () => {
    await using other = await serveAgentPeer({ methods: v1_0 });
    await using peer = await serveAgentPeer({ card: () => cardAt(other.url) });
    const client = await connect(peer.url, { origins: [other.url], ...fresh() });
    expect(await client.send("hello")).toEqual({ task: done });
  });

  it("exclude other spellings of the given address", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url.replace("127.0.0.1", "localhost")),
      methods: v1_0,
    });
    const client = await connect(peer.url, fresh());
    expect(await client.send("hello")).toEqual({ task: done });
  });
});

describe("unreachable agents", () => {
  it("is reported unchanged", async () => {
    const gone = await servePeer(() => {});
    await gone[Symbol.asyncDispose]();
    await expect(connect(gone.url, fresh())).rejects.toMatchObject({ code: "NETWORK" });
  });

  it("notes that the card was found at the origin of an address with a path", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(`${url}/agents/foo`),
      rpcPath: "/agents/foo",
      methods: v1_0,
    });
    const client = await connect(`${peer.url}/agents/foo`, fresh());
    expect(await client.send("hello")).toEqual({ task: done });
    const path = "/.well-known/agent-card.json";
    expect(client.describe().notes).toEqual([
      `the card was found at ${peer.url}${path}, not at ${peer.url}/agents/foo${path}`,
    ]);
    const direct = await connect(peer.url, fresh());
    expect(direct.describe().notes).toEqual([]);
  });

  it("keeps the path it is given: another agent at the origin is not called", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url),
      rpcPath: "/",
      methods: { GetTask: noTask, SendMessage: () => ({ message: { messageId: "m", role: "ROLE_AGENT", parts: [] } }) },
    });
    const address = new URL("/agents/foo", peer.url).href;
    await expect(connect(address, fresh())).rejects.toMatchObject({ code: "NO_COMMON_INTERFACE" });
    const posted = peer.received.filter(({ method }) => method === "POST").map(({ path }) => path);
    expect(posted.length).toBeGreaterThan(0);
    expect(posted.every((path) => path.startsWith("/agents/foo"))).toBe(true);
  });

  it.each([
    ["localhost:4100", '"localhost:4100" must be an absolute URL: write http://localhost:4100'],
    ["127.0.0.1:4100/a2a", '"127.0.0.1:4100/a2a" must be an absolute URL: write http://127.0.0.1:4100/a2a'],
    ["agent.example", '"agent.example" must be an absolute URL: write https://agent.example'],
    ["ftp://agent.example", '"ftp://agent.example" must be an absolute URL, such as https://agent.example'],
  ])("explains how to write %s", async (address, message) => {
    await expect(connect(address, fresh())).rejects.toMatchObject({ code: "CONFIG", message });
  });

  it("reports that a server does not speak TLS", async () => {
    await using peer = await servePeer(() => {});
    const plain = new URL("/.well-known/agent-card.json", peer.url).href;
    const secure = plain.replace("http:", "https:");
    await expect(connect(new URL(secure).origin, fresh())).rejects.toMatchObject({
      code: "NETWORK",
      message: `Cannot reach agent card at ${secure}: the server does not speak TLS; try ${plain}`,
    });
  });

  it("ends with the caller's signal", async () => {
    await using peer = await servePeer(() => {});
    const controller = new AbortController();
    const connecting = connect(peer.url, { signal: controller.signal, ...fresh() });
    const reason = new Error("changed my mind");
    controller.abort(reason);
    await expect(connecting).rejects.toBe(reason);
  });
});

describe("an invalid request", () => {
  it("is reported as such, and not mistaken for a protocol mismatch", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendMessage: () => {
          throw new RpcError(-32600, "Request payload validation error");
        },
        GetTask: noTask,
      },
    });
    const client = await connect(peer.url, fresh());
    await expect(client.send("hello")).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    expect(client.describe()).toMatchObject({ version: "1.0", notes: [] });
  });
});

describe("a mistake in connect", () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      "no agent",
      () => connect(undefined as never),
      "connect: expected the URL, card or name of an agent, found undefined",
    ],
    ["an empty text", () => connect(""), "connect: expected the URL, card or name of an agent, found an empty text"],
    [
      "a misspelled option",
      () => connect("https://agent.example", { verisons: ["1.0"] } as never),
      'unknown option "verisons" of connect; did you mean versions?',
    ],
  ])("such as %s is answered with one sentence", async (_, connecting, message) => {
    await expect(connecting()).rejects.toMatchObject({ code: "CONFIG", message });
  });

  it("such as a card without a name is answered with what is wrong with it", async () => {
    await using peer = await serveAgentPeer({ card: () => ({ description: "a desk", version: "1" }) });
    await expect(connect(peer.url, fresh())).rejects.toMatchObject({
      code: "NO_COMMON_INTERFACE",
      message: expect.stringMatching(/no readable card \(.*name.*\)/),
    });
  });

  it("such as a wrong path is answered with one sentence, and the attempts apart", async () => {
    await using peer = await serveAgentPeer({});
    const refused = (await connect(`${peer.url}/nowhere`, fresh()).catch((error: unknown) => error)) as LocalError;
    expect(refused.message).toMatch(
      /^no common interface: the agent has no readable card \(GET .*agent-card.json returned HTTP 404.*\); this client supports 1.0, 0.3, 0.2, 0.1 over JSONRPC and 1.0, 0.3 over HTTP\+JSON/,
    );
    expect(refused.message.length).toBeLessThan(500);
    expect(refused.attempts.length).toBeGreaterThan(5);
  });
});
