import type { KnownVersion } from "@a2a/types";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command, END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { agentTool } from "../src/index.ts";
import { lcTool } from "../src/langchain.ts";
import { running } from "./support/agents.ts";

const call = (args: object) => ({ type: "tool_call" as const, id: "call_0123456789abcdef", name: "tax", args });

describe.each<KnownVersion>(["1.0", "0.3", "0.2", "0.1"])("LangChain with an agent of %s", (version) => {
  it("returns the text as content and the outcome as artifact", async () => {
    await using peer = await running(undefined, { versions: [version] });
    const tool = lcTool(agentTool(peer.client, { name: "tax" }));
    const message: ToolMessage = await tool.invoke(call({ message: "hello" }));
    expect(message.content).toBe("[COMPLETED] hello");
    expect(message.artifact).toMatchObject({ status: "completed", text: "hello" });
    expect(await tool.invoke({ message: "fail:no data" })).toBe("[FAILED] no data");
  });
});

describe("LangChain", () => {
  it("cancels the task with the run, and refuses arguments that do not fit", async () => {
    await using peer = await running();
    const tool = lcTool(agentTool(peer.client, { name: "tax" }));
    await expect(tool.invoke({ text: "hello" })).rejects.toThrow();
    const stop = new AbortController();
    const hanging = tool.invoke({ message: "hang:" }, { signal: stop.signal });
    hanging.catch(() => undefined);
    await expect.poll(async () => (await peer.client.listTasks({})).tasks.length).toBe(1);
    stop.abort();
    await expect
      .poll(async () => (await peer.client.listTasks({})).tasks.map(({ status }) => status.state))
      .toEqual(["TASK_STATE_CANCELED"]);
  });

  it("interrupts a LangGraph for a question and resumes with the answer, sending each message once", async () => {
    const received: string[] = [];
    await using peer = await running(async function* ({ message, task }) {
      const { ask, textOf } = await import("@a2a/types");
      received.push(textOf(message));
      const turn = (task.history ?? []).filter(({ role }) => role === "ROLE_USER").length;
      if (turn < 3) yield ask(`question ${turn}`);
      else yield received.join(", ");
    });
    const tool = lcTool(agentTool(peer.client, { name: "tax" }), { interrupt });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", ({ messages }: { messages: BaseMessage[] }) => {
        const last = messages.at(-1);
        if (last instanceof ToolMessage) return { messages: [new AIMessage(String(last.content))] };
        return { messages: [new AIMessage({ content: "", tool_calls: [call({ message: "start" })] })] };
      })
      .addNode("tools", new ToolNode([tool]))
      .addEdge(START, "model")
      .addConditionalEdges("model", ({ messages }) =>
        (messages.at(-1) as AIMessage).tool_calls?.length ? "tools" : END,
      )
      .addEdge("tools", "model")
      .compile({ checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "1" } };
    const first = await graph.invoke({ messages: [new HumanMessage("go")] }, thread);
    expect(first).toMatchObject({ __interrupt__: [{ value: { question: "question 1" } }] });
    const second = await graph.invoke(new Command({ resume: "one" }), thread);
    expect(second).toMatchObject({ __interrupt__: [{ value: { question: "question 2" } }] });
    const last = await graph.invoke(new Command({ resume: { two: 2 } }), thread);
    expect(last.messages.at(-1)?.content).toBe('[COMPLETED] start, one, {"two":2}');
  });
});
