import { createServer } from "node:net";
import { A2ATaskBridge } from "@a2a/bridge/task-bridge";
import { fetchClient } from "@a2a/http";
import type { JsonObject } from "@a2a/types";
import { PermissionError } from "@a2a/types";
import { type A2AAgentConfig, A2AAgentConfigSchema, type AgentCardInfo } from "@a2a/types/cortex";
import { describe, expect, it } from "vitest";
import { DELEGATION } from "../src/directory/delegation.ts";
import { A2AClientManager, A2ASession, CapabilitySet, readDelegation } from "../src/directory.ts";
import { noTask, RpcError, serveAgentPeer } from "./support/agent-peer.ts";
import { type Peer, servePeer } from "./support/peer.ts";

/** A card as this host has always written it. */
const card = (url: string): JsonObject => ({
  name: "Research Agent",
  description: "Deep research",
  url,
  version: "1.0",
  skills: [
    {
      id: "market_analysis",
      name: "Market Analysis",
      description: "Analyses markets",
      tags: ["research", "market"],
      examples: ["Analyse the market for boats"],
    },
  ],
  capabilities: { input_modes: ["text"], output_modes: ["text"] },
});

/** An agent whose tasks work until they are read a second time, or canceled. */
async function serveResearcher(): Promise<Peer> {
  const reads = new Map<string, number>();
  const artifacts = [{ name: "report", parts: [{ type: "text", text: "Boats sell" }] }];
  return serveAgentPeer({
    card,
    cardPaths: ["/.well-known/agent.json"],
    methods: {
      "tasks/send": ({ params }) => {
        reads.set(params.id as string, 0);
        return { id: params.id, status: { state: "working" } };
      },
      "tasks/get": ({ params }) => {
        const read = reads.get(params.id as string);
        if (read === undefined) throw new RpcError(-32001, "Task not found");
        reads.set(params.id as string, read + 1);
        return read === 0
          ? { id: params.id, status: { state: "working" } }
          : { id: params.id, status: { state: "completed" }, artifacts };
      },
      "tasks/cancel": ({ params }) => ({ id: params.id, status: { state: "canceled" } }),
      "tasks/pushNotification/get": noTask,
    },
  });
}

const all = () => new CapabilitySet().grant("a2a:*", "delegate");
const fresh = () => ({ memory: new Map<string, string>() });
const manage = (peer: Peer, capabilities = all(), more = {}) =>
  new A2AClientManager({ agents: [{ name: "researcher", url: peer.url }], capabilities, ...fresh(), ...more });

describe("the manager of many agents", () => {
  it("S1-01 delegates a goal by name and follows the agent's own work to its result", async () => {
    await using peer = await serveResearcher();
    await using manager = manage(peer);
    const sent = await manager.sendTask("researcher", "Analyse the market", "Focus on boats");
    expect(sent).toMatchObject({ taskId: expect.any(String), status: "working", artifacts: [] });
    await expect
      .poll(() => manager.getTaskStatus("researcher", sent.taskId))
      .toMatchObject({ status: "completed", artifacts: [{ parts: [{ text: "Boats sell" }] }] });
  });

  it("S1-02 discovers several named agents, and keeps their tasks apart", async () => {
    const serveNamed = (name: string) =>
      serveAgentPeer({
        card: (url) => ({ ...card(url), name: `The ${name}` }),
        cardPaths: ["/.well-known/agent.json"],
        methods: {
          "tasks/send": ({ params }) => ({ id: params.id, status: { state: "working" } }),
          "tasks/get": ({ params }) => ({
            id: params.id,
            status: { state: "completed" },
            artifacts: [{ name, parts: [{ type: "text", text: `by the ${name}` }] }],
          }),
          "tasks/cancel": ({ params }) => ({ id: params.id, status: { state: "canceled" } }),
          "tasks/pushNotification/get": noTask,
        },
      });
    const names = ["analyst", "translator", "researcher"];
    await using analyst = await serveNamed("analyst");
    await using translator = await serveNamed("translator");
    await using researcher = await serveNamed("researcher");
    const peers = [analyst, translator, researcher];
    const agents = names.map((name, index) => ({ name, url: peers[index]?.url ?? "" }));
    await using manager = new A2AClientManager({ agents, capabilities: all(), ...fresh() });
    const cards = await manager.discoverAll();
    expect([...cards].map(([name, { name: title }]) => [name, title])).toEqual(
      names.map((name) => [name, `The ${name}`]),
    );
    for (const [index, name] of names.entries()) {
      const { taskId } = await manager.sendTask(name, `goal of the ${name}`);
      expect(await manager.getTaskStatus(name, taskId)).toMatchObject({
        taskId,
        status: "completed",
        artifacts: [{ name, parts: [{ text: `by the ${name}` }] }],
      });
      expect(await manager.cancelTask(name, taskId)).toMatchObject({ status: "canceled" });
      const posts = peers.map(({ received }) => received.filter(({ body }) => body.includes(taskId)).length);
      expect(posts.map((count) => count > 0)).toEqual(names.map((_, other) => other === index));
    }
  });

  it("S1-11 sends goal and context as two parts of one message", async () => {
    await using peer = await serveResearcher();
    await using manager = manage(peer);
    const { taskId } = await manager.sendTask("researcher", "Analyse the market", "Focus on boats");
    const bodies = () => peer.received.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body));
    await expect.poll(() => bodies().length).toBe(1);
    expect(bodies()[0]).toMatchObject({
      jsonrpc: "2.0",
      id: expect.any(String),
      method: "tasks/send",
      params: {
        id: taskId,
        message: {
          role: "user",
          parts: [
            { type: "text", text: "Analyse the market" },
            { type: "text", text: "Focus on boats" },
          ],
        },
      },
    });
    await manager.sendTask("researcher", "Analyse again");
    await expect.poll(() => bodies().length).toBe(2);
    expect(bodies()[1].params.message.parts).toHaveLength(1);
  });

  it("S1-11 returns the status and the artifacts with which the agent answers", async () => {
    const artifacts = [{ name: "report", parts: [{ type: "text", text: "At once" }] }];
    await using peer = await serveAgentPeer({
      card,
      cardPaths: ["/.well-known/agent.json"],
      methods: { "tasks/send": ({ params }) => ({ id: params.id, status: { state: "completed" }, artifacts }) },
    });
    await using manager = manage(peer);
    const sent = await manager.sendTask("researcher", "Analyse");
    expect(sent).toMatchObject({ status: "completed", artifacts: [{ name: "report", parts: artifacts[0]?.parts }] });
  });

  it("pins protocol versions per agent", async () => {
    await using peer = await serveResearcher();
    const agents = [
      { name: "pinned", url: peer.url, versions: ["1.0"] as const },
      { name: "open", url: peer.url },
    ];
    await using manager = new A2AClientManager({ agents, capabilities: all(), ...fresh() });
    await expect(manager.sendTask("pinned", "Analyse")).rejects.toMatchObject({ code: "NO_COMMON_INTERFACE" });
    expect(await manager.sendTask("open", "Analyse")).toMatchObject({ status: "working" });
  });

  /** An agent whose tasks go from `submitted` through these states, one with each read. */
  function serveStates(...states: string[]): Promise<Peer> {
    const tasks = new Map<unknown, string[]>();
    return serveAgentPeer({
      card,
      cardPaths: ["/.well-known/agent.json"],
      methods: {
        "tasks/send": ({ params }) => {
          tasks.set(params.id, [...states]);
          return { id: params.id, status: { state: "submitted" } };
        },
        "tasks/get": ({ params }) => {
          const state = tasks.get(params.id)?.shift();
          if (state === undefined) throw new RpcError(-32001, "Task not found");
          return { id: params.id, status: { state } };
        },
        "tasks/cancel": ({ params }) => ({ id: params.id, status: { state: "canceled" } }),
        "tasks/pushNotification/get": noTask,
      },
    });
  }

  it.each(["completed", "failed"])("S1-09 follows a task from submitted through working to %s", async (end) => {
    await using peer = await serveStates("submitted", "working", end);
    await using manager = manage(peer);
    const { taskId, status } = await manager.sendTask("researcher", "Analyse");
    const seen = [status];
    for (let read = 0; read < 3; read++) seen.push((await manager.getTaskStatus("researcher", taskId)).status);
    expect(seen).toEqual(["submitted", "submitted", "working", end]);
  });

  it.each([[[]], [["submitted"]], [["submitted", "working"]]])(
    "S1-09 cancels a task at any point: after reading %j",
    async (states) => {
      await using peer = await serveStates(...states);
      await using manager = manage(peer);
      const { taskId } = await manager.sendTask("researcher", "Analyse");
      for (const state of states) {
        expect(await manager.getTaskStatus("researcher", taskId)).toMatchObject({ status: state });
      }
      expect(await manager.cancelTask("researcher", taskId)).toMatchObject({ taskId, status: "canceled" });
    },
  );

  it("S0-14 wraps the task bridge: a card, a configuration, and results as the bridge parses them", async () => {
    await using peer = await serveStates("working");
    const config: A2AAgentConfig = A2AAgentConfigSchema.parse({ name: "researcher", url: peer.url });
    await using manager = new A2AClientManager({ agents: [config], capabilities: all(), ...fresh() });
    const info: AgentCardInfo = await manager.discover("researcher");
    expect(info).toMatchObject({ name: "Research Agent", skills: [{ id: "market_analysis" }] });
    const { taskId } = await manager.sendTask("researcher", "Analyse");
    const result = { id: taskId, status: { state: "working" } };
    expect(await manager.getTaskStatus("researcher", taskId)).toEqual(
      new A2ATaskBridge().parseResponse({ jsonrpc: "2.0", id: taskId, result }),
    );
  });

  it("S1-14 returns outputs as artifacts, the conversation as messages, and all text through the bridge", async () => {
    const text = (value: string) => ({ type: "text", text: value });
    await using peer = await serveAgentPeer({
      card,
      cardPaths: ["/.well-known/agent.json"],
      methods: {
        "tasks/send": ({ params }) => ({
          id: params.id,
          status: { state: "completed" },
          artifacts: [{ name: "report", parts: [text("Boats sell"), { type: "data", data: { boats: 3 } }] }],
          history: [
            { role: "user", parts: [text("Analyse")] },
            { role: "agent", parts: [text("Done")] },
          ],
        }),
      },
    });
    await using manager = manage(peer);
    const result = await manager.sendTask("researcher", "Analyse");
    expect(result.messages.map(({ role, parts }) => [role, parts])).toEqual([
      ["user", [text("Analyse")]],
      ["agent", [text("Done")]],
    ]);
    expect(new A2ATaskBridge().getResultText(result)).toBe("Boats sell\nAnalyse\nDone");
    const texts = result.artifacts.flatMap(({ name, parts }) =>
      parts.flatMap((part) => (part.type === "text" ? [[name, part.text]] : [])),
    );
    expect(texts).toEqual([["report", "Boats sell"]]);
  });

  it("S1-12 shows artifacts part by part", async () => {
    await using peer = await serveResearcher();
    await using manager = manage(peer);
    const { taskId } = await manager.sendTask("researcher", "Analyse");
    await expect
      .poll(async () => (await manager.getTaskStatus("researcher", taskId)).artifacts)
      .toMatchObject([{ name: "report", parts: [{ type: "text", text: "Boats sell" }] }]);
  });

  it("S1-13 cancels a task in progress", async () => {
    await using peer = await serveResearcher();
    await using manager = manage(peer);
    const { taskId } = await manager.sendTask("researcher", "Analyse");
    expect(await manager.cancelTask("researcher", taskId)).toMatchObject({ taskId, status: "canceled" });
  });

  it("returns a failed result for a refusal, and throws connection errors", async () => {
    await using peer = await serveResearcher();
    await using manager = manage(peer);
    expect(await manager.getTaskStatus("researcher", "unknown")).toMatchObject({
      taskId: "unknown",
      status: "failed",
      error: "Task not found",
    });
    const gone = await servePeer(() => {});
    await gone[Symbol.asyncDispose]();
    const lonely = manage(gone);
    await expect(lonely.sendTask("researcher", "x")).rejects.toMatchObject({ code: "NETWORK" });
    expect(lonely.connection("researcher")).toMatchObject({ state: "failed", error: { code: "NETWORK" } });
  });
});

describe("a connection", () => {
  it("S1-03 S1-05 S1-06 S1-07 S1-08 fetches the card of its agent on first use, and keeps it", async () => {
    await using peer = await serveResearcher();
    await using manager = manage(peer);
    const connection = manager.connection("researcher");
    expect(connection).toMatchObject({ state: "idle", card: undefined, name: "researcher" });
    expect(peer.received).toEqual([]);
    expect(await manager.discover("researcher")).toEqual({
      name: "Research Agent",
      description: "Deep research",
      url: peer.url,
      version: "1.0",
      skills: [
        {
          id: "market_analysis",
          name: "Market Analysis",
          description: "Analyses markets",
          tags: ["research", "market"],
          examples: ["Analyse the market for boats"],
        },
      ],
      capabilities: { inputModes: ["text"], outputModes: ["text"] },
    });
    expect(connection.state).toBe("ready");
    expect(peer.received.map(({ path }) => path)).toContain("/.well-known/agent.json");
  });

  it("is checked by reading the card", async () => {
    await using peer = await serveResearcher();
    const gone = await servePeer(() => {});
    await gone[Symbol.asyncDispose]();
    await using manager = manage(peer);
    manager.add({ name: "gone", url: gone.url });
    expect(await manager.health()).toEqual(
      new Map([
        ["researcher", true],
        ["gone", false],
      ]),
    );
    expect(manager.connections.map(({ state }) => state)).toEqual(["idle", "failed"]);
  });

  it("is closed with the others, permanently", async () => {
    await using peer = await serveResearcher();
    const manager = manage(peer);
    await manager.discover("researcher");
    await manager.close();
    await expect(manager.discover("researcher")).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("limits concurrent calls", async () => {
    const waiting: (() => void)[] = [];
    await using peer = await serveAgentPeer({
      card,
      methods: {
        "tasks/get": async ({ params }) => {
          await new Promise<void>((resolve) => waiting.push(resolve));
          return { id: params.id, status: { state: "working" } };
        },
      },
    });
    await using manager = manage(peer, all(), { maxConcurrent: 2 });
    const asked = Array.from({ length: 9 }, (_, n) => manager.getTaskStatus("researcher", `t-${n}`));
    for (const expected of [2, 2, 2, 2, 1]) {
      await expect.poll(() => waiting.length).toBeGreaterThanOrEqual(expected);
      // A call beyond the limit would have been sent before this one.
      await fetch(`${peer.url}/.well-known/agent.json`);
      expect(waiting).toHaveLength(expected);
      for (const answer of waiting.splice(0)) answer();
    }
    expect(await Promise.all(asked)).toHaveLength(9);
  });

  it("S1-21 is created from the configuration of an agent, whose name must be unique", async () => {
    await using peer = await serveResearcher();
    await using manager = new A2AClientManager({ agents: [], capabilities: all(), ...fresh() });
    manager.add({ name: "researcher", url: peer.url, headers: { "X-Team": "north" }, timeoutMs: 5_000 });
    expect(() => manager.add({ name: "researcher", url: "https://other.example" })).toThrow(
      "agent researcher is already registered",
    );
    await manager.discover("researcher");
    expect(peer.received.every(({ headers }) => headers["x-team"] === "north")).toBe(true);
    await expect(manager.sendTask("translator", "x")).rejects.toThrow(
      "unknown agent translator; known agents: researcher",
    );
  });
});

describe("a delegation without a grant", () => {
  it("S1-15 S1-16 raises a PermissionError, before anything is sent", async () => {
    const connections: unknown[] = [];
    const listener = createServer((socket) => {
      connections.push(socket);
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as { port: number };
    const capabilities = new CapabilitySet().grant("a2a:researcher", "delegate");
    const manager = new A2AClientManager({
      agents: [{ name: "translator", url: `http://127.0.0.1:${port}` }],
      capabilities,
      ...fresh(),
    });
    await expect(manager.sendTask("translator", "x")).rejects.toThrow(PermissionError);
    await expect(manager.getTaskStatus("translator", "t")).rejects.toThrow(PermissionError);
    await expect(manager.cancelTask("translator", "t")).rejects.toThrow(PermissionError);
    await expect(manager.discover("translator")).rejects.toThrow(PermissionError);
    expect(await manager.discoverAll()).toEqual(new Map());
    expect(connections).toEqual([]);
    await new Promise((resolve) => listener.close(resolve));
  });

  it("includes delegation chains that are too deep, as declared in the message metadata", async () => {
    await using peer = await serveResearcher();
    await using manager = manage(peer, all(), { maxDepth: 2, budget: 10 });
    await manager.sendTask("researcher", "x", "", { metadata: { locale: "de" } });
    await expect.poll(() => peer.received.at(-1)?.method).toBe("POST");
    const { metadata } = JSON.parse(peer.received.at(-1)?.body ?? "").params.message;
    expect(metadata).toMatchObject({ locale: "de", [DELEGATION]: { path: ["researcher"], budget: 4 } });
    const delegation = readDelegation({ [DELEGATION]: { path: ["researcher"], budget: 3 } });
    await expect(manager.sendTask("researcher", "x", "", { delegation })).rejects.toThrow("is a cycle");
    const deep = readDelegation({ [DELEGATION]: { path: ["a", "b"], budget: 3 } });
    await expect(manager.sendTask("researcher", "x", "", { delegation: deep })).rejects.toThrow(PermissionError);
  });
});

describe("a session", () => {
  it("S1-22 discovers its agents on open, offers them, and closes everything", async () => {
    await using peer = await serveResearcher();
    const gone = await servePeer(() => {});
    await gone[Symbol.asyncDispose]();
    const session = await A2ASession.open({
      agents: [
        { name: "researcher", url: peer.url },
        { name: "gone", url: gone.url },
        { name: "secret", url: peer.url },
      ],
      capabilities: new CapabilitySet().grant("a2a:researcher", "delegate").grant("a2a:gone", "delegate"),
      ...fresh(),
    });
    expect([...session.agents.keys()]).toEqual(["researcher"]);
    expect([...session.unreachable.keys()]).toEqual(["gone"]);
    expect((await session.manager.sendTask("researcher", "x")).status).toBe("working");
    await session.close();
    await expect(session.manager.sendTask("researcher", "x")).rejects.toMatchObject({ code: "CLOSED" });
  });
});

describe("an HTTP client", () => {
  it("S1-20 is the one passed in, or else the global fetch", async () => {
    await using peer = await serveResearcher();
    const used: string[] = [];
    const spied =
      (name: string): typeof fetch =>
      (...request) => {
        used.push(name);
        return before(...request);
      };
    const before = globalThis.fetch;
    globalThis.fetch = spied("global");
    try {
      await using own = manage(peer, all(), { http: fetchClient({ fetch: spied("passed in") }) });
      await own.discover("researcher");
      expect(new Set(used.splice(0))).toEqual(new Set(["passed in"]));
      await using detected = manage(peer);
      await detected.discover("researcher");
      expect(new Set(used)).toEqual(new Set(["global"]));
    } finally {
      globalThis.fetch = before;
    }
  });

  it("S1-20 is missing in a runtime without fetch, which gets an error that says what to do", async () => {
    const before = globalThis.fetch;
    // @ts-expect-error: a runtime without fetch
    delete globalThis.fetch;
    try {
      const manager = new A2AClientManager({
        agents: [{ name: "r", url: "https://agent.example" }],
        capabilities: all(),
      });
      await expect(manager.discover("r")).rejects.toThrow(/this runtime has no fetch: pass one .* or use `nodeClient`/);
    } finally {
      globalThis.fetch = before;
    }
  });
});
