import { skillSchemas } from "@a2a/card";
import { connect } from "@a2a/client";
import { type ServeOptions, serve } from "@a2a/server/node";
import { createMessage, extractText, type Message, type Part, skillMessage, type Task } from "@a2a/types";
import { tool as lcTool } from "@langchain/core/tools";
import { createTool } from "@mastra/core/tools";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { ToolLoopAgent, tool } from "ai";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fromAiAgent, fromMcp, fromTools, type ServedAgent } from "../src/from.ts";
import { scriptedModel, toolOutputs } from "./support/model.ts";

async function served(agent: ServedAgent, options: Partial<ServeOptions> = {}) {
  const running = await serve({ ...agent, store: "memory", ...options });
  const client = await connect(running.url);
  const send = async (message: string | Message) => {
    const answer = await client.send(message);
    if (!("task" in answer)) throw new Error("expected a task");
    return answer.task;
  };
  return { client, send, [Symbol.asyncDispose]: () => running.close({ drainMs: 0 }) };
}

const call = (name: string, input: object, more: { taskId?: string } = {}) =>
  createMessage([{ data: { tool: name, arguments: input } } as Part], more);

/** All text of a result; what was streamed came in pieces. */
const said = ({ artifacts = [] }: Task) =>
  artifacts.flatMap(({ parts }) => parts.flatMap((part) => ("text" in part ? [part.text] : []))).join("");

const add = tool({
  description: "Adds two numbers.",
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
});

describe("tools as an agent", () => {
  it("S1-18 has a skill for each tool, and accepts calls without a model", async () => {
    const shout = lcTool(async ({ text }: { text: string }) => text.toUpperCase(), {
      name: "shout",
      description: "Shouts.",
      schema: z.object({ text: z.string() }),
    });
    const greet = createTool({
      id: "greet",
      description: "Greets.",
      inputSchema: z.object({ name: z.string() }),
      execute: async ({ name }) => ({ greeting: `hello ${name}` }),
    });
    const today = () => "a Monday";
    await using agent = await served(fromTools({ name: "Kit", tools: { add, shout, greet, today } }));
    const { card } = agent.client;
    expect(card.skills.map(({ id, name }) => [id, name])).toEqual([
      ["add", "Add"],
      ["shout", "Shout"],
      ["greet", "Greet"],
      ["today", "Today"],
    ]);
    expect(skillSchemas(card, "add")).toMatchObject({ input: { properties: { a: { type: "number" } } } });
    const summed = await agent.send(skillMessage("add", { a: 1, b: 2 }));
    expect(summed.artifacts?.[0]?.parts).toEqual([{ data: { sum: 3 } }]);
    expect((await agent.send(call("add", { a: 1, b: 2 }))).artifacts?.[0]?.parts).toEqual([{ data: { sum: 3 } }]);
    expect(extractText(await agent.send(call("shout", { text: "hey" })))).toBe("HEY");
    expect((await agent.send(call("greet", { name: "you" }))).artifacts?.[0]?.parts).toEqual([
      { data: { greeting: "hello you" } },
    ]);
    expect(extractText(await agent.send(call("today", {})))).toBe("a Monday");
  });

  it("refuses invalid values, and says what is valid", async () => {
    await using agent = await served(fromTools({ name: "Kit", tools: { add, other: add } }));
    const reason = async (message: string | Message) => {
      const { status } = await agent.send(message);
      const [part] = status.message?.parts ?? [];
      return [status.state, part && "text" in part ? part.text : ""];
    };
    expect(await reason(call("add", { a: "1", b: 2 }))).toEqual(["TASK_STATE_REJECTED", expect.stringMatching(/^a: /)]);
    expect(await reason(call("none", {}))).toEqual([
      "TASK_STATE_REJECTED",
      "unknown tool none; known tools: add, other",
    ]);
    expect(await reason("add 1 and 2")).toEqual(["TASK_STATE_REJECTED", expect.stringContaining('"tool"')]);
    expect(() => fromTools({ name: "Kit", tools: [add] })).toThrow(/no name/);
  });

  it("passes a text to the only tool, or to the one that the router chooses", async () => {
    const echo = tool({ inputSchema: z.object({ text: z.string() }), execute: async ({ text }) => `> ${text}` });
    await using one = await served(fromTools({ name: "Echo", tools: { echo } }));
    expect(extractText(await one.send("hi"))).toBe("> hi");
    const route = (text: string) => ({ tool: "add", arguments: { a: Number(text), b: 1 } });
    await using routed = await served(fromTools({ name: "Kit", tools: { add, echo }, route }));
    expect((await routed.send("41")).artifacts?.[0]?.parts).toEqual([{ data: { sum: 42 } }]);
  });

  it("asks before it runs a tool that needs approval", async () => {
    let runs = 0;
    const pay = tool({
      inputSchema: z.object({ amount: z.number() }),
      needsApproval: async ({ amount }) => amount > 10,
      execute: async ({ amount }) => `paid ${amount} (${++runs})`,
    });
    await using agent = await served(fromTools({ name: "Bank", tools: { pay } }));
    expect(extractText(await agent.send(call("pay", { amount: 5 })))).toBe("paid 5 (1)");
    const asked = await agent.send(call("pay", { amount: 50 }));
    expect(asked.status).toMatchObject({
      state: "TASK_STATE_INPUT_REQUIRED",
      message: { parts: [{ text: 'May pay run with {"amount":50}?' }, { data: { required: ["approved"] } }] },
    });
    expect(runs).toBe(1);
    const approved = createMessage([{ data: { approved: true } }], { taskId: asked.id });
    expect(extractText(await agent.send(approved))).toBe("paid 50 (2)");
    const again = await agent.send(call("pay", { amount: 50 }));
    const refused = await agent.send(createMessage("no", { taskId: again.id }));
    expect(refused.status.state).toBe("TASK_STATE_REJECTED");
    expect(runs).toBe(2);
  });

  it("signals cancellation to a tool, and reports its progress", async () => {
    let stopped = false;
    const slow = tool({
      inputSchema: z.object({}),
      async *execute(_, { abortSignal }) {
        yield "half way";
        yield "nearly there";
        await new Promise((resolve) => abortSignal?.addEventListener("abort", resolve, { once: true }));
        stopped = true;
      },
    });
    await using agent = await served(fromTools({ name: "Slow", tools: { slow } }));
    const seen: string[] = [];
    for await (const event of agent.client.stream(call("slow", {}))) {
      if (!("statusUpdate" in event)) continue;
      const [part] = event.statusUpdate.status.message?.parts ?? [];
      if (part && "text" in part && seen.push(part.text) === 1) {
        await agent.client.cancelTask(event.statusUpdate.taskId);
      }
    }
    expect(seen[0]).toBe("half way");
    await expect.poll(() => stopped).toBe(true);
  });
});

describe("an MCP server as an agent", () => {
  const factory = () => {
    const server = new McpServer({ name: "weather", version: "2.1.0" });
    const inputSchema = z.object({ place: z.string() });
    server.registerTool("forecast", { description: "Forecasts.", inputSchema }, async ({ place }) => ({
      content: [{ type: "text", text: `sun in ${place}` }],
    }));
    server.registerTool("broken", { inputSchema }, async () => ({
      isError: true,
      content: [{ type: "text", text: "out of order" }],
    }));
    const Confirm = z.object({ confirm: z.boolean() });
    server.registerTool("rain", { inputSchema }, async ({ place }, { mcpReq }) => {
      const { confirm } = (mcpReq.inputResponses ?? {}) as { confirm?: { action: string; content?: object } };
      if (confirm) return { content: [{ type: "text", text: `${confirm.action} ${place} ${mcpReq.requestState()}` }] };
      const elicit = inputRequired.elicit({ message: `Rain in ${place}?`, requestedSchema: Confirm });
      return inputRequired({ inputRequests: { confirm: elicit }, requestState: "kept" });
    });
    return server;
  };

  it("offers its tools as skills, calls them, and reports failures", async () => {
    const client = new Client({ name: "bridge", version: "1.0.0" });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await factory().connect(far);
    await client.connect(near);
    await using agent = await served(await fromMcp(client));
    expect(agent.client.card).toMatchObject({ name: "weather", version: "2.1.0" });
    expect(agent.client.card.skills.map(({ id }) => id)).toEqual(["forecast", "broken", "rain"]);
    expect(extractText(await agent.send(call("forecast", { place: "Oslo" })))).toBe("sun in Oslo");
    expect((await agent.send(call("broken", { place: "Oslo" }))).status).toMatchObject({
      state: "TASK_STATE_FAILED",
      message: { parts: [{ text: "out of order" }] },
    });
    await client.close();
  });

  it("relays an elicitation form of the server, and the answer", async () => {
    const handler = createMcpHandler(factory);
    const client = new Client(
      { name: "bridge", version: "1.0.0" },
      { versionNegotiation: { mode: "auto" }, capabilities: { elicitation: { form: {} } } },
    );
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL("http://mcp.example/"), { fetch }));
    await using agent = await served(await fromMcp(client));
    const asked = await agent.send(call("rain", { place: "Oslo" }));
    expect(asked.status).toMatchObject({
      state: "TASK_STATE_INPUT_REQUIRED",
      message: { parts: [{ text: "Rain in Oslo?" }, { data: { properties: { confirm: { type: "boolean" } } } }] },
    });
    const answer = createMessage([{ data: { confirm: true } }], { taskId: asked.id });
    expect(extractText(await agent.send(answer))).toBe("accept Oslo kept");
    await client.close();
  });
});

describe("an agent of the AI SDK as an A2A agent", () => {
  it("streams its text, and receives the conversation so far", async () => {
    const model = scriptedModel((prompt) => `heard ${prompt.filter(({ role }) => role === "user").length} so far`);
    await using agent = await served(fromAiAgent(new ToolLoopAgent({ model }), { name: "Talker" }));
    const first = await agent.send("hello");
    expect(said(first)).toBe("heard 1 so far");
    const second = await agent.send(createMessage("again", { contextId: first.contextId as string }));
    expect(said(second)).toBe("heard 2 so far");
    expect(agent.client.card.skills).toMatchObject([{ id: "talker" }]);
  });

  it.each([
    [true, "paid 50"],
    [false, "execution-denied"],
  ])("asks for approval of a tool and continues with %s", async (approved, expected) => {
    const pay = tool({
      inputSchema: z.object({ amount: z.number() }),
      execute: async ({ amount }) => `paid ${amount}`,
    });
    const model = scriptedModel((prompt) => {
      const [output] = toolOutputs(prompt);
      return output ? JSON.stringify(output) : { tool: "pay", input: { amount: 50 } };
    });
    const banker = new ToolLoopAgent({ model, tools: { pay }, toolApproval: { pay: "user-approval" } });
    await using agent = await served(
      fromAiAgent(banker, { name: "Banker", defaultInputModes: ["text/plain", "application/json"] }),
    );
    const asked = await agent.send("pay");
    expect(asked.status).toMatchObject({
      state: "TASK_STATE_INPUT_REQUIRED",
      message: { parts: [{ text: 'May pay run with {"amount":50}?' }, {}] },
    });
    const answer = createMessage([{ data: { approved } }], { taskId: asked.id });
    expect(said(await agent.send(answer))).toContain(expected);
  });
});
