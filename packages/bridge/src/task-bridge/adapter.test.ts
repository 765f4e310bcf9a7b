import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type AgentResult, type JsonObject, type Logger, silentLogger } from "@a2a/types";
import { AgentCardSchema, JsonRpcErrorResponseSchema, JsonRpcResponseSchema } from "@a2a/types/gmf-forge";
import { describe, expect, it, vi } from "vitest";
import { A2AAdapter, A2AAdapterError } from "./adapter.ts";

const uuid = /^[0-9a-f-]{36}$/;
const skill = { id: "find", name: "Find", description: "Finds papers" };

function setUp() {
  const lines: [level: string, fields: object, message: string][] = [];
  const note = (level: string) => (fields: object, message: string) => {
    lines.push([level, fields, message]);
  };
  const logger: Logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
  const adapter = new A2AAdapter({
    agentId: "librarian",
    description: "Knows the stacks",
    url: "http://librarian:8080//",
    skills: [skill],
    logger,
  });
  return { adapter, lines };
}

const { adapter } = setUp();
const body = (params: unknown, more: object = {}) => ({
  jsonrpc: "2.0",
  id: "r-1",
  method: "tasks/send",
  params,
  ...more,
});
const message = { role: "user", parts: [{ type: "text", text: "Find maps" }], metadata: { locale: "de" } };
const done: AgentResult = { output: "Shelf 9", steps: [], metadata: {}, success: true };

describe("S2-30 the adapter's card", () => {
  it("says who the agent is, with the slashes at the end of its address dropped", () => {
    expect(adapter.agentCard()).toStrictEqual({
      name: "librarian",
      description: "Knows the stacks",
      url: "http://librarian:8080",
      version: "0.1.0",
      skills: [skill],
    });
    expect(adapter.loggerName).toBe("gmf_forge_ai.a2a.librarian");
  });

  it("copies its skills, and has none by default", () => {
    const skills = [{ ...skill }];
    const own = new A2AAdapter({ agentId: "a", description: "", url: "", version: "2.0.0", skills });
    skills.push({ ...skill, id: "late" });
    expect(own.agentCard()).toMatchObject({ version: "2.0.0", skills: [skill] });
    expect(new A2AAdapter({ agentId: "a", description: "", url: "" }).agentCard().skills).toStrictEqual([]);
  });
});

describe("S2-31 buildJsonrpcError", () => {
  it("writes every member", () => {
    const error = { jsonrpc: "2.0", id: "r-1", error: { code: -32602, message: "no", data: null } };
    expect(adapter.buildJsonrpcError("r-1", -32602, "no")).toStrictEqual(error);
    expect(adapter.buildJsonrpcError(null, -32603, "no", { at: 3 })).toMatchObject({
      id: null,
      error: { data: { at: 3 } },
    });
    expect(JsonRpcErrorResponseSchema.parse(error)).toStrictEqual(error);
  });
});

describe("S2-32 S2-33 S2-34 parseTasksSend", () => {
  it("takes a request apart", () => {
    const [rpcId, taskId, taskText, context] = adapter.parseTasksSend(body({ id: "t-1", message }));
    expect({ rpcId, taskId, taskText, context }).toStrictEqual({
      rpcId: "r-1",
      taskId: "t-1",
      taskText: "Find maps",
      context: { locale: "de" },
    });
  });

  it.each([{}, { id: "" }, { id: null }, { id: 0 }])("makes an id for a task that has %j", (params) => {
    expect(adapter.parseTasksSend(body(params))[1]).toMatch(uuid);
  });

  it.each([
    [[], ""],
    [[{ type: "data", data: {} }], ""],
    [[{ type: "data" }, { type: "text", text: "b" }, { type: "text", text: "c" }], "b"],
    [[{ type: "text" }], ""],
    [[{ type: "text", text: 5 }], "5"],
    [["text", null, { type: "text", text: "d" }], "d"],
    ["text", ""],
  ])("S2-34 finds the text of %j", (parts, text) => {
    expect(adapter.parseTasksSend(body({ message: { parts } }))[2]).toBe(text);
  });

  it.each([
    [{ method: "tasks/get" }, "Method not found: tasks/get"],
    [{ method: undefined }, "Method not found: "],
    [{ method: { toString: 1 } }, 'Method not found: {"toString":1}'],
    [{ params: null }, "Invalid params payload"],
    [{ params: [] }, "Invalid params payload"],
    [{ params: { message: "hi" } }, "Invalid message payload"],
    [{ params: { message: null } }, "Invalid message payload"],
    [{ params: { message: { parts: {} } } }, "Invalid message parts payload"],
    [{ params: { message: { parts: null } } }, "Invalid message parts payload"],
    [{ params: { message: { parts: [], metadata: [] } } }, "Invalid message metadata payload"],
  ])("S2-33, S2-39 refuses %j", (more, refusal) => {
    const parse = () => adapter.parseTasksSend(body({ message }, more));
    expect(parse).toThrow(new A2AAdapterError(refusal));
    expect(parse).toThrow(A2AAdapterError);
  });
});

describe("S2-35 buildTaskResponse", () => {
  it("carries output, steps and metadata", () => {
    const steps = [
      { thought: "maps?", action: "search", actionInput: { q: "maps" }, observation: "9 hits", metadata: { ms: 4 } },
    ];
    const response = adapter.buildTaskResponse("r-1", "t-1", { ...done, steps, metadata: { model: "m" } });
    expect(response).toStrictEqual({
      jsonrpc: "2.0",
      id: "r-1",
      result: {
        id: "t-1",
        status: { state: "completed", message: null },
        artifacts: [{ name: "result", parts: [{ type: "text", text: "Shelf 9", data: null }] }],
        metadata: {
          model: "m",
          a2a_task_id: "t-1",
          steps: [
            {
              thought: "maps?",
              action: "search",
              action_input: { q: "maps" },
              observation: "9 hits",
              metadata: { ms: 4 },
            },
          ],
        },
      },
    });
    expect(JsonRpcResponseSchema.parse(response)).toStrictEqual(response);
  });

  it("shows a failure without output", () => {
    const failed = { ...done, output: "", success: false, error: "closed today", metadata: { a2a_task_id: "own" } };
    expect(adapter.buildTaskResponse(null, "t-1", failed)).toMatchObject({
      id: null,
      result: {
        status: { state: "failed", message: "closed today" },
        artifacts: [],
        metadata: { a2a_task_id: "own", steps: [] },
      },
    });
  });

  it("S2-50 wraps an input that is no object", () => {
    const actionInput = "maps" as unknown as JsonObject; // what a host without types may hand over
    const step = { thought: "", action: "search", actionInput, observation: "", metadata: {} };
    const { result } = adapter.buildTaskResponse("r", "t", { ...done, steps: [step] });
    expect(result.metadata.steps).toMatchObject([{ action_input: { value: "maps" } }]);
  });
});

describe("S2-36 S2-37 S2-38 handleRpc", () => {
  it("S2-28 S2-30 is all that a host needs to be called over HTTP: its callback sees text and context only", async () => {
    const seen: unknown[][] = [];
    const answer = async (request: IncomingMessage) =>
      request.url === "/.well-known/agent.json"
        ? adapter.agentCard()
        : await adapter.handleRpc(JSON.parse(await text(request)), async (...args) => {
            seen.push(args);
            return done;
          });
    const host = createServer((request, response) => {
      void answer(request).then((answered) => {
        response.setHeader("Content-Type", "application/json").end(JSON.stringify(answered));
      });
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const { port } = host.address() as AddressInfo; // a TCP server has one
    const url = `http://127.0.0.1:${port}`;
    try {
      const card = await (await fetch(`${url}/.well-known/agent.json`)).json();
      expect(AgentCardSchema.parse(card)).toStrictEqual(adapter.agentCard());
      const response = await fetch(`${url}/rpc`, {
        method: "POST",
        body: JSON.stringify(body({ id: "t-1", message })),
      });
      expect(JsonRpcResponseSchema.parse(await response.json()).result).toMatchObject({
        id: "t-1",
        status: { state: "completed" },
        artifacts: [{ parts: [{ type: "text", text: "Shelf 9" }] }],
      });
      expect(seen).toStrictEqual([["Find maps", { locale: "de" }]]);
    } finally {
      await new Promise((resolve) => host.close(resolve));
    }
  });

  it("hands text and context over and notes the call", async () => {
    const { adapter, lines } = setUp();
    const long = { ...message, parts: [{ type: "text", text: "x".repeat(200) }] };
    const seen: unknown[] = [];
    const answer = await adapter.handleRpc(body({ id: "t-1", message: long }), async (...args) => {
      seen.push(args);
      return done;
    });
    expect(seen).toStrictEqual([["x".repeat(200), { locale: "de" }]]);
    expect(answer).toMatchObject({ id: "r-1", result: { id: "t-1", status: { state: "completed" } } });
    const fields = { agent_id: "librarian", task_id: "t-1", task_preview: "x".repeat(80) };
    expect(lines).toStrictEqual([["info", fields, "A2A tasks/send received"]]);
  });

  it("S2-37 answers ids that are no texts with null", async () => {
    const answer = await adapter.handleRpc(body({ message }, { id: 7 }), async () => done);
    expect(answer).toMatchObject({ id: null, result: { status: { state: "completed" } } });
    expect(await adapter.handleRpc(body(1, { id: 7 }), async () => done)).toMatchObject({ id: null });
  });

  it.each([
    [body({}, { method: "tasks/cancel" }), -32601, "Method not found: tasks/cancel"],
    [body("x"), -32602, "Invalid params payload"],
    ["not an object", -32601, "Method not found: "],
  ])("S2-36 answers %j with an error", async (request, code, text) => {
    const answer = await adapter.handleRpc(request, async () => done);
    expect(answer).toMatchObject({ error: { code, message: text, data: null } });
    expect(answer).not.toHaveProperty("result");
  });

  it.each([
    [new Error("the lift is stuck"), "the lift is stuck"],
    ["no stack at all", "no stack at all"],
  ])("S2-36, S2-38 tells what execute threw: %s", async (thrown, text) => {
    const { adapter, lines } = setUp();
    const answer = await adapter.handleRpc(body({ id: "t-1", message }), () => Promise.reject(thrown));
    expect(answer).toStrictEqual({ jsonrpc: "2.0", id: "r-1", error: { code: -32603, message: text, data: null } });
    const fields = { agent_id: "librarian", task_id: "t-1", error: text };
    expect(lines.at(-1)).toStrictEqual(["error", fields, "Agent execution failed"]);
  });

  it("logs nothing with the silent logger", async () => {
    const printed = vi.spyOn(console, "info");
    const quiet = new A2AAdapter({ agentId: "a", description: "", url: "", logger: silentLogger });
    expect(await quiet.handleRpc(body({ message }), async () => done)).toHaveProperty("result");
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });
});

describe("the constructor", () => {
  it("S2-29 strips the slashes of the address, copies skills, and has version 0.1.0 and no skills by default", () => {
    const skills = [{ ...skill }];
    const own = new A2AAdapter({ agentId: "a", description: "d", url: "http://a:1//", skills });
    skills.push({ ...skill, id: "late" });
    expect(own.agentCard()).toStrictEqual({
      name: "a",
      description: "d",
      url: "http://a:1",
      version: "0.1.0",
      skills: [skill],
    });
    expect(new A2AAdapter({ agentId: "a", description: "", url: "" }).agentCard().skills).toStrictEqual([]);
  });

  it("S2-29 logs to the console by default, under a name with the agent's id", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      const named = new A2AAdapter({ agentId: "librarian", description: "", url: "" });
      await named.handleRpc(body({ id: "t-1", message }), () => Promise.reject(new Error("stuck")));
      expect(info.mock.calls).toStrictEqual([
        [
          'gmf_forge_ai.a2a.librarian INFO A2A tasks/send received {"agent_id":"librarian","task_id":"t-1","task_preview":"Find maps"}',
        ],
      ]);
      expect(error.mock.calls).toStrictEqual([
        [
          'gmf_forge_ai.a2a.librarian ERROR Agent execution failed {"agent_id":"librarian","task_id":"t-1","error":"stuck"}',
        ],
      ]);
    } finally {
      info.mockRestore();
      error.mockRestore();
    }
  });
});
