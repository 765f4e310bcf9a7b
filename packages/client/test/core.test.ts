import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { type AgentInterface, createMessage, isA2AError, isLocalError } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { type ClientOptions, createClient, EndpointClient, jsonRpc } from "../src/core.ts";
import { httpJson } from "../src/http-json.ts";
import { AgentClient } from "../src/index.ts";
import { RpcError, sendEvent, serveAgentPeer, startStream } from "./support/agent-peer.ts";
import { answer, type Listener, type Peer, servePeer } from "./support/peer.ts";

const task = { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } };
const working = { statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } } };
const at = ({ url }: Peer, options: Partial<ClientOptions> = {}) => createClient(url, { codec: v1_0, ...options });

describe("a client of one endpoint", () => {
  it("makes one request per call, without discovery", async () => {
    await using peer = await serveAgentPeer({ methods: { SendMessage: () => ({ task }) } });
    expect(await at(peer).send("hello")).toEqual({ task });
    expect(peer.received.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /"]);
  });

  it("sends the client's metadata with every request, and a call's with that call", async () => {
    await using peer = await serveAgentPeer({ methods: { GetTask: () => task, CancelTask: () => task } });
    const client = at(peer, { headers: { "X-Desk": "7", "X-Run": "1" }, tenant: "north", extensions: ["urn:tides:1"] });
    await client.getTask("t-1", { historyLength: 3, headers: { "X-Run": "2" }, timeoutMs: undefined });
    await client.cancelTask("t-1", { metadata: { why: "late" }, extensions: ["urn:other:1"] });
    const [first, second] = peer.received;
    expect(first?.headers).toMatchObject({ "x-desk": "7", "x-run": "2", "a2a-extensions": "urn:tides:1" });
    expect(first?.headers["a2a-version"]).toBe("1.0");
    expect(JSON.parse(first?.body ?? "")).toMatchObject({ params: { tenant: "north", id: "t-1", historyLength: 3 } });
    expect(second?.headers).toMatchObject({ "x-run": "1", "a2a-extensions": "urn:other:1" });
    expect(JSON.parse(second?.body ?? "")).toMatchObject({ params: { id: "t-1", metadata: { why: "late" } } });
  });

  it("fetches pages until there are no more", async () => {
    const pages: Record<string, unknown> = {
      "": { tasks: [task], nextPageToken: "p2", pageSize: 1, totalSize: 2 },
      p2: { tasks: [{ ...task, id: "t-2" }], nextPageToken: "", pageSize: 1, totalSize: 2 },
    };
    await using peer = await serveAgentPeer({
      methods: { ListTasks: ({ params }) => pages[String(params.pageToken ?? "")] },
    });
    const ids: string[] = [];
    for await (const { id } of at(peer).tasks()) ids.push(id);
    expect(ids).toEqual(["t-1", "t-2"]);
  });

  it("has the methods of the large client, by the same names", () => {
    const methodsOf = (client: { prototype: object }) => Object.getOwnPropertyNames(client.prototype);
    const shared = methodsOf(Object.getPrototypeOf(EndpointClient) as typeof EndpointClient);
    expect(Object.getPrototypeOf(AgentClient)).toBe(Object.getPrototypeOf(EndpointClient));
    expect(shared).toEqual(expect.arrayContaining(["send", "stream", "subscribe", "getTask", "extendedCard"]));
  });
});

describe("the bundle of a client of one endpoint", () => {
  const entry: AgentInterface = {
    url: "https://tide.example/a2a",
    protocolBinding: "JSONRPC",
    protocolVersion: "1.0.1",
  };

  it("may be an interface of a card, with its tenant", () => {
    expect(createClient({ ...entry, tenant: "north" }, { codec: v1_0 }).endpoint).toMatchObject({
      url: "https://tide.example/a2a",
      tenant: "north",
      codec: v1_0,
    });
    expect(createClient({ ...entry, tenant: "north" }, { codec: v1_0, tenant: "south" }).endpoint.tenant).toBe("south");
    const rest = createClient({ ...entry, protocolBinding: "HTTP+JSON" }, { codec: v1_0, binding: httpJson });
    expect(rest.endpoint.binding).toBe(httpJson);
  });

  it.each<[string, () => unknown, RegExp]>([
    ["no address", () => createClient("", { codec: v1_0 }), /"" must be an absolute URL, such as https:/],
    ["half an address", () => createClient("tide.example", { codec: v1_0 }), /"tide.example" must be an absolute URL/],
    ["no interface", () => createClient([][0], { codec: v1_0 }), /must be an absolute URL/],
    ["no options", () => createClient("https://tide.example", {} as ClientOptions), /expected a codec, such as v1_0/],
    [
      "the name of a binding",
      () => createClient("https://tide.example", { codec: v1_0, binding: "GRPC" as unknown as typeof httpJson }),
      /expected a binding, such as httpJson of @a2a\/client\/http-json/,
    ],
    [
      "an interface of another binding",
      () => createClient({ ...entry, protocolBinding: "GRPC" }, { codec: v1_0 }),
      /the interface is 1\.0\.1 over GRPC, not 1\.0 over JSONRPC: pass its codec and binding/,
    ],
    [
      "an interface of another protocol version",
      () => createClient(entry, { codec: v0_3 }),
      /the interface is 1\.0\.1 over JSONRPC, not 0\.3 over JSONRPC/,
    ],
  ])("is refused where it is %s", (_, create, message) => {
    try {
      create();
      expect.unreachable();
    } catch (error) {
      expect(isLocalError(error, "CONFIG")).toBe(true);
      expect((error as Error).message).toMatch(message);
    }
  });
});

describe("failures of a client of one endpoint", () => {
  it("is the agent's own error, with its details", async () => {
    const info = {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "TASK_NOT_FOUND",
      metadata: { taskId: "t-9" },
    };
    await using peer = await serveAgentPeer({
      methods: {
        GetTask: () => {
          throw new RpcError(-32001, "gone", [info]);
        },
      },
    });
    const error = await at(peer)
      .getTask("t-9")
      .catch((thrown: unknown) => thrown);
    expect(isA2AError(error, "TASK_NOT_FOUND")).toBe(true);
    expect(error).toMatchObject({ message: "gone", metadata: { taskId: "t-9" } });
  });

  const listeners: Record<string, Listener> = {
    redirect: (_, response) => response.writeHead(307, { Location: "http://127.0.0.1:9/a" }).end(),
    html: (_, response) => answer(response, "<html>hi</html>", 200, { "Content-Type": "text/html" }),
    silence: () => {},
    trickle: (_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const drip = setInterval(() => (response.destroyed ? clearInterval(drip) : response.write(" ")), 5);
    },
    large: (_, response) => answer(response, " ".repeat(3_000)),
    broken: (_, response) => response.destroy(),
  };

  const calls: Record<string, (client: EndpointClient) => Promise<unknown>> = {
    call: (client) => client.getTask("t-1"),
    stream: (client) => client.stream("hi").next(),
    subscription: (client) => client.subscribe("t-1").next(),
  };

  describe.each<[string, string, RegExp]>([
    ["redirect", "HTTP", /redirects \(HTTP 307\) .* redirects are not followed/],
    ["html", "PROTOCOL", /expected (a JSON-RPC answer|JSON), found: <html>hi/],
    ["silence", "TIMEOUT", /no response within 1500 ms/],
    ["trickle", "TIMEOUT", /took longer than \d+ ms/],
    ["large", "LIMIT", /larger than 2000 bytes/],
    ["broken", "NETWORK", /cannot reach http:\/\/127/],
  ])("%s is %s", (name, code, message) => {
    // Only what is about time runs out of it, and not before a busy machine has sent the request.
    const timeoutMs = code === "TIMEOUT" ? 1_500 : 60_000;

    it.concurrent.each(["call", "stream", "subscription"])(
      "for a %s over both bindings, which is asked for once",
      async (kind) => {
        for (const binding of [jsonRpc, httpJson]) {
          await using peer = await servePeer(listeners[name] as Listener);
          const client = at(peer, { binding, limits: { maxBytes: 2_000 }, timeoutMs });
          const error = await calls[kind]?.(client).catch((thrown: unknown) => thrown);
          expect(error).toMatchObject({ name: "LocalError", code, message: expect.stringMatching(message) });
          expect(peer.received).toHaveLength(1);
          await peer.idle();
        }
      },
    );
  });

  it("is the signal's reason, for waiting calls and streams", async () => {
    await using peer = await servePeer(() => {});
    const client = at(peer);
    const reason = new Error("enough");
    for (const call of [
      (signal: AbortSignal) => client.send("hi", { signal }),
      (signal: AbortSignal) => client.stream("hi", { signal }).next(),
    ]) {
      const controller = new AbortController();
      const calling = call(controller.signal);
      controller.abort(reason);
      await expect(calling).rejects.toBe(reason);
    }
    await expect(client.getTask("t-1", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await peer.idle();
  });
});

describe("a stream of one endpoint", () => {
  const streaming = (more: Parameters<typeof serveAgentPeer>[0] = {}) =>
    serveAgentPeer({
      methods: {
        SendStreamingMessage: ({ id }, response) => {
          startStream(response);
          sendEvent(response, id, { task: { ...task, contextId: "c-1" } }, 4);
          sendEvent(response, id, working, 5);
        },
        ...more.methods,
      },
    });

  it("closes its connection when the loop exits early, and on abort", async () => {
    await using peer = await streaming();
    const ids: string[] = [];
    for await (const event of at(peer).stream(createMessage("hi"), { onEventId: (id) => ids.push(id) })) {
      if ("statusUpdate" in event) break;
    }
    await peer.idle();
    expect(ids).toEqual(["4", "5"]);

    const controller = new AbortController();
    const reason = new Error("enough");
    const events = at(peer).stream("hi", { signal: controller.signal });
    await events.next();
    await events.next();
    const third = events.next();
    controller.abort(reason);
    await expect(third).rejects.toBe(reason);
    await peer.idle();
  });

  it.each<[string, ClientOptions["limits"]]>([
    ["TIMEOUT", { stream: { idleMs: 60 } }],
    ["LIMIT", { stream: { maxEvents: 1 } }],
    ["LIMIT", { stream: { maxEventLength: 20 } }],
    ["LIMIT", { stream: { maxBytes: 100 } }],
    ["LIMIT", { json: { maxDepth: 2 } }],
  ])("ends in %s at its limits: %o", async (code, limits = {}) => {
    await using peer = await streaming();
    const read = async () => {
      for await (const _ of at(peer, { limits }).stream("hi"));
    };
    await expect(read()).rejects.toMatchObject({ code });
    await peer.idle();
  });

  it("resumes after the event that its caller names", async () => {
    await using peer = await streaming({
      methods: {
        SubscribeToTask: ({ id }, response) => {
          startStream(response);
          sendEvent(response, id, { task: { ...task, contextId: "c-1" } }, 6);
          response.end();
        },
      },
    });
    const events: unknown[] = [];
    for await (const event of at(peer).subscribe("t-1", { lastEventId: "5" })) events.push(event);
    expect(events).toHaveLength(1);
    expect(peer.received[0]?.headers["last-event-id"]).toBe("5");
  });
});
