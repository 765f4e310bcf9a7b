import { fetchClient, type HttpClient } from "@a2a/http";
import type { Agent, AgentResult, JsonObject, Logger } from "@a2a/types";
import { describe, expect, it } from "vitest";
import {
  A2AClient,
  A2AClientError,
  type Behavior,
  type BehaviorContext,
  RETRY,
  RemoteAgent,
} from "../src/remote-agent.ts";
import { serveAgentPeer } from "./support/agent-peer.ts";
import { answer, type Peer, servePeer } from "./support/peer.ts";

const step = {
  thought: "look",
  action: "search",
  action_input: { q: "boats" },
  observation: "3 found",
  metadata: { ms: 5 },
};

/** An agent of this dialect that answers with this task. */
function serveTask(task: JsonObject): Promise<Peer> {
  return serveAgentPeer({
    rpcPath: "/rpc",
    methods: { "tasks/send": ({ params }) => ({ id: params.id, metadata: {}, ...task }) },
  });
}

function serveText(body: string, status = 200): Promise<Peer> {
  return servePeer((_, response) => answer(response, body, status, { "Content-Type": "text/plain" }));
}

const completed = (...texts: (string | null)[][]): JsonObject => ({
  status: { state: "completed", message: null },
  artifacts: texts.map((parts) => ({
    name: "result",
    parts: parts.map((text) => ({ type: "text", text, data: null })),
  })),
});

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

describe("a remote agent", () => {
  it("S2-27 is exported by both its names, with its error", () => {
    expect(A2AClient).toBe(RemoteAgent);
    expect(new A2AClientError("no")).toBeInstanceOf(Error);
    expect(new A2AClientError("no").name).toBe("A2AClientError");
  });

  it("S2-02 looks like any other agent to an orchestrator", async () => {
    await using peer = await serveTask(completed(["three boats"]));
    const pipeline = async (agents: readonly Agent[], task: string) => {
      let text = task;
      for (const agent of agents) text = (await agent.execute(text)).output;
      return text;
    };
    const agents: Agent[] = [
      {
        agentId: "local",
        execute: async (task) => ({ output: `${task}!`, steps: [], metadata: {}, success: true }),
        async *streamExecute() {},
      },
      new RemoteAgent({ endpointUrl: peer.url, agentId: "remote" }),
    ];
    expect(await pipeline(agents, "find")).toBe("three boats");
    expect(JSON.parse(peer.received[0]?.body ?? "").params.message.parts[0].text).toBe("find!");
  });

  it("S2-03 S2-10 appends /rpc to its URL, and has its own name and timeout", async () => {
    await using peer = await serveTask(completed(["x"]));
    const agent = new A2AClient({ endpointUrl: `${peer.url}/` });
    expect(agent).toMatchObject({ agentId: "A2AClient", timeoutMs: 30_000, endpointUrl: peer.url });
    await agent.execute("find");
    await agent.execute("find");
    const [first, second] = peer.received.map(({ body }) => JSON.parse(body));
    expect(peer.received[0]).toMatchObject({ method: "POST", path: "/rpc" });
    expect(first).toMatchObject({ jsonrpc: "2.0", method: "tasks/send" });
    const ids = [first.id, first.params.id, second.id, second.params.id];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(first.params).toEqual({
      id: expect.any(String),
      message: { role: "user", parts: [{ type: "text", text: "find", data: null }], metadata: {} },
    });
  });

  it("reads a task whose message a server of ours marked, and skips parts that it does not know", async () => {
    const parts = [
      { type: "image", url: "x" },
      { type: "data", data: { n: 1 } },
      { type: "text", text: "three" },
    ];
    await using peer = await serveTask({
      status: { state: "completed", message: { role: "agent", parts: [{ type: "text", text: "three" }] } },
      artifacts: [
        { name: "response", parts: [{ type: "text", text: null }] },
        { name: "response", parts },
      ],
      metadata: { "urn:a2a-compat:1": { payload: "message", messageId: "m-1" }, tokens: 1 },
    });
    const result = await new RemoteAgent({ endpointUrl: peer.url }).execute("find");
    const a2a_task_id = JSON.parse(peer.received[0]?.body ?? "").params.id;
    expect(result).toEqual({ output: "three", steps: [], metadata: { tokens: 1, a2a_task_id }, success: true });
  });

  it("S2-04 sends its headers with every request", async () => {
    await using peer = await serveTask(completed(["x"]));
    const agent = new RemoteAgent({ endpointUrl: peer.url, headers: { Authorization: "Bearer s3" } });
    for (const task of ["find", "again"]) await agent.execute(task);
    const sent = { "content-type": "application/json", authorization: "Bearer s3" };
    expect(peer.received.map(({ headers }) => headers)).toMatchObject([sent, sent]);
  });

  it("S2-11 sends the context in the metadata of the message", async () => {
    await using peer = await serveTask(completed(["x"]));
    const context = { user_assertion: "ua", obo_token: "ot", locale: "de-AT", language: "de", session_id: "s-1" };
    await new RemoteAgent({ endpointUrl: peer.url }).execute("find", context);
    expect(JSON.parse(peer.received[0]?.body ?? "").params.message.metadata).toEqual(context);
  });

  it("S2-19 S2-20 S2-21 S2-22 S2-23 converts the task to a result", async () => {
    await using peer = await serveTask({
      ...completed([], ["", "hidden by the empty one"], ["three boats", "more"]),
      metadata: { steps: [step, { thought: "done" }], tokens: 12 },
    });
    const result = await new RemoteAgent({ endpointUrl: peer.url }).execute("find");
    const { id } = JSON.parse(peer.received[0]?.body ?? "").params;
    expect(result).toEqual({
      output: "three boats",
      steps: [
        { thought: "look", action: "search", actionInput: { q: "boats" }, observation: "3 found", metadata: { ms: 5 } },
        { thought: "done", action: "", actionInput: {}, observation: "", metadata: {} },
      ],
      metadata: { tokens: 12, a2a_task_id: id },
      success: true,
    });
  });

  it.each([
    ["failed", "no boats today", "no boats today"],
    ["input-required", "how many?", "how many?"],
    ["working", null, expect.stringMatching(/^Task [\w-]+ has not finished: it is working$/)],
    ["failed", null, expect.stringMatching(/^Task [\w-]+ is failed$/)],
    ["failed", { role: "agent", parts: [{ type: "text", text: "in a message" }] }, "in a message"],
  ])("S2-19 is not successful while the task is %s", async (state, message, error) => {
    await using peer = await serveTask({ status: { state, message }, artifacts: [] });
    const result = await new RemoteAgent({ endpointUrl: peer.url }).execute("find");
    expect(result).toMatchObject({ success: false, output: "" });
    expect(result.error).toEqual(error);
  });

  it("S2-09 executes remotely with the context, then yields the steps of the result", async () => {
    await using peer = await serveTask({ ...completed(["x"]), metadata: { steps: [step, { thought: "done" }] } });
    const agent = new RemoteAgent({ endpointUrl: peer.url });
    const steps = [];
    for await (const each of agent.streamExecute("find", { locale: "de" })) steps.push(each);
    expect(steps).toEqual([
      { thought: "look", action: "search", actionInput: { q: "boats" }, observation: "3 found", metadata: { ms: 5 } },
      { thought: "done", action: "", actionInput: {}, observation: "", metadata: {} },
    ]);
    expect(JSON.parse(peer.received[0]?.body ?? "").params.message).toMatchObject({
      parts: [{ text: "find" }],
      metadata: { locale: "de" },
    });
  });
});

describe("failures", () => {
  const execute = (endpointUrl: string, timeoutMs = 5_000) =>
    new RemoteAgent({ endpointUrl, timeoutMs }).execute("find");
  const long = `\u001b[31m${"x".repeat(300)}`;
  const shown = `\\u001b[31m${"x".repeat(195)}`;

  it("S2-13 S2-27 unreachable, with the cause kept", async () => {
    const gone = await servePeer(() => {});
    await gone[Symbol.asyncDispose]();
    const error = (await execute(gone.url).catch((failure: unknown) => failure)) as A2AClientError;
    expect(error).toBeInstanceOf(A2AClientError);
    expect(error.message).toMatch(`Cannot reach remote agent at ${gone.url}/rpc: `);
    expect(error.cause).toMatchObject({ code: "NETWORK" });
  });

  it("S2-14 timed out, with the cause kept", async () => {
    await using peer = await servePeer(() => {});
    const error = (await execute(peer.url, 50).catch((failure: unknown) => failure)) as A2AClientError;
    expect(error).toBeInstanceOf(A2AClientError);
    expect(error.message).toMatch("Remote agent timed out after 0.05s: ");
    expect(error.cause).toMatchObject({ code: "TIMEOUT" });
  });

  it.each([500, 404, 201, 302])("S2-15 HTTP %i", async (status) => {
    await using peer = await serveText(long, status);
    await expect(execute(peer.url)).rejects.toThrow(
      new A2AClientError(`Remote agent returned HTTP ${status}: ${shown}`),
    );
  });

  it("S2-16 a body that is not JSON", async () => {
    await using peer = await serveText(long);
    await expect(execute(peer.url)).rejects.toThrow(
      new A2AClientError(`Remote agent returned non-JSON body: ${shown}`),
    );
  });

  it("S2-17 a JSON-RPC error with a long message, in full", async () => {
    const message = "out of boats, ".repeat(100);
    await using peer = await serveText(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32603, message } }));
    await expect(execute(peer.url)).rejects.toThrow(new A2AClientError(`A2A JSON-RPC error -32603: ${message}`));
  });

  it("S2-17 S2-27 a JSON-RPC error", async () => {
    await using peer = await serveText(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"out of boats","data":null}}',
    );
    await expect(execute(peer.url)).rejects.toThrow(new A2AClientError("A2A JSON-RPC error -32603: out of boats"));
  });

  it.each([
    "[]",
    '"x"',
    '{"jsonrpc":"2.0","id":"1"}',
    '{"jsonrpc":"2.0","id":"1","result":{"id":"t"}}',
    '{"jsonrpc":"2.0","id":7,"result":{"id":"t","status":{"state":"completed"}}}',
    '{"jsonrpc":"2.0","id":"1","result":{"id":"t","status":{"state":"completed"},"metadata":{"steps":[{"action_input":"x"}]}}}',
  ])("S2-18 S2-27 a malformed answer: %s", async (body) => {
    await using peer = await serveText(body);
    const error = await execute(peer.url).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(A2AClientError);
    expect((error as Error).message).toMatch(/^Malformed A2A response: /);
  });
});

describe("behaviours", () => {
  const broken = () => serveText("down", 503);

  it("S2-05 S2-06 run once before the call and on each failure, and may request a retry", async () => {
    let calls = 0;
    await using peer = await servePeer((request, response) => {
      if (++calls < 3) return answer(response, "down", 503);
      const { id, params } = JSON.parse(request.body);
      return answer(response, {
        jsonrpc: "2.0",
        id,
        result: { id: params.id, ...completed(["at last"]), metadata: {} },
      });
    });
    const seen: string[] = [];
    const patient: Behavior = {
      before(context) {
        seen.push(`before ${context.agentId} ${context.task} ${JSON.stringify(context.metadata)} ${context.attempt}`);
        return undefined;
      },
      onError(context, error) {
        seen.push(`error ${context.attempt} ${(error as Error).message}`);
        return RETRY;
      },
    };
    const result = await new RemoteAgent({ endpointUrl: peer.url, behaviors: [patient] }).execute("find", {
      locale: "de",
    });
    expect(result.output).toBe("at last");
    expect(seen).toEqual([
      'before A2AClient find {"locale":"de"} 1',
      "error 1 Remote agent returned HTTP 503: down",
      "error 2 Remote agent returned HTTP 503: down",
    ]);
  });

  it("S2-06 may replace a failure by a result, or rethrow it", async () => {
    await using peer = await broken();
    const fallback: AgentResult = { output: "from memory", steps: [], metadata: {}, success: true };
    const none: Behavior = { onError: () => undefined };
    const behaviors = [none, { onError: () => fallback }];
    expect(await new RemoteAgent({ endpointUrl: peer.url, behaviors }).execute("find")).toBe(fallback);
    await expect(new RemoteAgent({ endpointUrl: peer.url, behaviors: [none] }).execute("find")).rejects.toThrow(
      A2AClientError,
    );
  });

  it("S2-07 may replace a result, in order", async () => {
    await using peer = await serveTask(completed(["three"]));
    const louder: Behavior = { after: (_, result) => ({ ...result, output: `${result.output}!` }) };
    const quiet: Behavior = { after: () => undefined };
    const agent = new RemoteAgent({ endpointUrl: peer.url, behaviors: [louder, quiet, louder] });
    expect((await agent.execute("find")).output).toBe("three!!");
  });

  it("may replace the context", async () => {
    await using peer = await broken();
    const contexts: BehaviorContext[] = [];
    const behaviors: Behavior[] = [
      { before: (context) => ({ ...context, attempt: 7 }) },
      {
        onError(context) {
          contexts.push(context);
          return undefined;
        },
      },
    ];
    await expect(new RemoteAgent({ endpointUrl: peer.url, behaviors }).execute("find")).rejects.toThrow();
    expect(contexts).toMatchObject([{ attempt: 7 }]);
  });
});

describe("logging", () => {
  it("S2-08 S2-12 logs each attempt and its end; task text at debug level only", async () => {
    await using peer = await serveTask({ ...completed(["x"]), metadata: { steps: [step] } });
    const lines: [string, object, string][] = [];
    const log = (level: string) => (fields: object, message: string) => lines.push([level, fields, message]);
    const logger = { ...silent, debug: log("debug"), info: log("info") };
    const executed: object[] = [];
    const metrics = { executed: (facts: object) => executed.push(facts) };
    const agent = new RemoteAgent({ endpointUrl: peer.url, agentId: "search", logger, metrics });
    await agent.execute("find", { obo_token: "s3cret" });
    const { id: taskId } = JSON.parse(peer.received[0]?.body ?? "").params;
    expect(lines).toEqual([
      ["debug", { agentId: "search", task: "find", attempt: 1 }, "execution started"],
      ["info", { url: `${peer.url}/rpc`, agentId: "search", taskId }, "A2AClient tasks/send"],
      [
        "debug",
        { agentId: "search", task: "find", success: true, steps: 1, outcome: "result", attempt: 1 },
        "execution ended",
      ],
    ]);
    expect(JSON.stringify(lines)).not.toContain("s3cret");
    const durationMs = expect.any(Number);
    const facts = { agentId: "search", success: true, steps: 1, durationMs, attempts: 1, outcome: "result" };
    expect(executed).toEqual([facts]);
  });

  it("S2-08 logs the start of each attempt with its task, and the end with task, success and number of steps", async () => {
    let calls = 0;
    await using peer = await servePeer((request, response) => {
      if (++calls === 1) return answer(response, "down", 503);
      const { id, params } = JSON.parse(request.body);
      const status = { state: calls === 2 ? "completed" : "failed", message: "no boats" };
      return answer(response, {
        jsonrpc: "2.0",
        id,
        result: { id: params.id, status, metadata: { steps: [step, step] } },
      });
    });
    const lines: object[] = [];
    const debug = (fields: object, message: string) => lines.push({ message, ...fields });
    const behaviors = [{ onError: (): typeof RETRY => RETRY }];
    const agent = new RemoteAgent({ endpointUrl: peer.url, logger: { ...silent, debug }, behaviors });
    await agent.execute("find");
    await agent.execute("again");
    expect(lines).toMatchObject([
      { message: "execution started", task: "find", attempt: 1 },
      { message: "execution started", task: "find", attempt: 2 },
      { message: "execution ended", task: "find", success: true, steps: 2 },
      { message: "execution started", task: "again", attempt: 1 },
      { message: "execution ended", task: "again", success: false, steps: 2 },
    ]);
    expect(lines).toHaveLength(5);
  });

  it.each([
    ["completed", true],
    ["failed", false],
  ])("S2-51 is the end of an execution whose task is %s, after a retry", async (state, success) => {
    let calls = 0;
    await using peer = await servePeer((request, response) => {
      if (++calls === 1) return answer(response, "down", 503);
      const { id, params } = JSON.parse(request.body);
      return answer(response, { jsonrpc: "2.0", id, result: { id: params.id, status: { state }, metadata: {} } });
    });
    const started: number[] = [];
    const executed: object[] = [];
    const metrics = {
      started: ({ attempt }: { attempt: number }) => started.push(attempt),
      executed: (facts: object) => executed.push(facts),
    };
    const behaviors = [{ onError: (): typeof RETRY => RETRY }];
    await new RemoteAgent({ endpointUrl: peer.url, metrics, behaviors }).execute("find");
    expect(started).toEqual([1, 2]);
    expect(executed).toMatchObject([{ success, attempts: 2, outcome: "result" }]);
  });

  it.each(["error", "fallback"] as const)(
    "S2-51 is every attempt and the end of an execution that ends in %s",
    async (outcome) => {
      await using peer = await servePeer((_, response) => answer(response, "down", 500));
      const lines: string[] = [];
      const debug = (fields: object, message: string) =>
        lines.push(`${message} ${(fields as { attempt: number }).attempt}`);
      const started: number[] = [];
      const executed: object[] = [];
      const metrics = {
        started: ({ attempt }: { attempt: number }) => started.push(attempt),
        executed: (facts: object) => executed.push(facts),
      };
      const fallback = { output: "cached", steps: [], metadata: {}, success: true };
      const onError = ({ attempt }: { attempt: number }) =>
        attempt < 3 ? RETRY : outcome === "fallback" ? fallback : undefined;
      const logger = { ...silent, debug };
      const agent = new RemoteAgent({ endpointUrl: peer.url, logger, metrics, behaviors: [{ onError }] });
      const executing = agent.execute("find");
      if (outcome === "fallback") await expect(executing).resolves.toEqual(fallback);
      else await expect(executing).rejects.toThrow("HTTP 500");
      expect(started).toEqual([1, 2, 3]);
      const success = outcome === "fallback";
      expect(executed).toMatchObject([{ success, steps: 0, attempts: 3, outcome }]);
      expect(lines).toEqual(["execution started 1", "execution started 2", "execution started 3", "execution ended 3"]);
    },
  );
});

describe("the card of a remote agent", () => {
  const card = {
    name: "search",
    description: "Searches",
    url: "http://search:8080",
    version: "0.2.0",
    skills: [{ id: "s", name: "S", description: "d" }],
  };

  it("S2-24 is read from its well-known path", async () => {
    await using peer = await serveAgentPeer({ card: () => card, cardPaths: ["/.well-known/agent.json"] });
    expect(await RemoteAgent.fetchAgentCard(`${peer.url}/`, { headers: { "X-Team": "north" } })).toEqual(card);
    expect(peer.received).toHaveLength(1);
    expect(peer.received[0]).toMatchObject({ path: "/.well-known/agent.json", headers: { "x-team": "north" } });
  });

  it("S2-24 is fetched by GET with a default timeout of ten seconds, whatever slashes end the URL", async () => {
    await using peer = await serveAgentPeer({ card: () => card, cardPaths: ["/.well-known/agent.json"] });
    const requests: [method: string, timeoutMs: number | undefined][] = [];
    const send = fetchClient();
    const http: HttpClient = (request) => {
      requests.push([request.method, request.timeoutMs]);
      return send(request);
    };
    await RemoteAgent.fetchAgentCard(`${peer.url}//`, { http });
    await RemoteAgent.fetchAgentCard(peer.url, { http, timeoutMs: 5_000 });
    expect(requests.map(([method]) => method)).toEqual(["GET", "GET"]);
    // The time that has passed before a request counts.
    const [byDefault = 0, asked = 0] = requests.map(([, timeoutMs]) => timeoutMs);
    expect([byDefault > 5_000, byDefault <= 10_000, asked <= 5_000]).toEqual([true, true, true]);
    expect(peer.received.map(({ path }) => path)).toEqual(["/.well-known/agent.json", "/.well-known/agent.json"]);
    const { version: _, skills: __, ...least } = card;
    await using plain = await serveAgentPeer({ card: () => least, cardPaths: ["/.well-known/agent.json"] });
    expect(await RemoteAgent.fetchAgentCard(plain.url)).toEqual({ ...least, version: "0.1.0", skills: [] });
  });

  it("S2-26 points to the agent", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => ({ name: "search", description: "Searches", url }),
      rpcPath: "/rpc",
      methods: { "tasks/send": ({ params }) => ({ id: params.id, metadata: {}, ...completed(["three"]) }) },
    });
    const found = await A2AClient.fetchAgentCard(peer.url);
    expect(found).toMatchObject({ version: "0.1.0", skills: [] });
    const agent = new A2AClient({ endpointUrl: found.url, agentId: found.name });
    expect(agent.agentId).toBe("search");
    expect((await agent.execute("find")).output).toBe("three");
  });

  it.each<[string, string, number]>([
    ["GET {url} returned HTTP 500: oops", "oops", 500],
    ["Agent card at {url} returned non-JSON: <html>", "<html>", 200],
    ["Agent card at {url} has invalid schema: ", '{"description":1}', 200],
    ["Agent card at {url} has invalid schema: description: ", '{"name":"a","url":"http://a.example"}', 200],
  ])("S2-25 %s", async (message, body, status) => {
    await using peer = await serveText(body, status);
    const url = `${peer.url}/.well-known/agent.json`;
    const error = await RemoteAgent.fetchAgentCard(peer.url).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(A2AClientError);
    expect((error as Error).message).toMatch(message.replace("{url}", url));
  });

  it("S2-25 unreachable, or timed out", async () => {
    const gone = await servePeer(() => {});
    await gone[Symbol.asyncDispose]();
    await expect(RemoteAgent.fetchAgentCard(gone.url)).rejects.toThrow(
      `Cannot reach agent card at ${gone.url}/.well-known/agent.json: `,
    );
    await using slow = await servePeer(() => {});
    await expect(RemoteAgent.fetchAgentCard(slow.url, { timeoutMs: 50 })).rejects.toThrow(
      `Timed out fetching agent card from ${slow.url}/.well-known/agent.json: `,
    );
  });
});
