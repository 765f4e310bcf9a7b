import { BaseAgent, createEvent, type Event, type InvocationContext } from "@google/adk";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { subAgentText } from "../wrap/sub-agent.ts";

/** An agent as a sub-agent of the Agent Development Kit: `new LlmAgent({ subAgents: [adkAgent(t)] })`. Its text streams. */
export function adkAgent(tool: AgentTool): BaseAgent {
  return new RemoteSubAgent(tool);
}

class RemoteSubAgent extends BaseAgent {
  readonly #tool: AgentTool;

  constructor(tool: AgentTool) {
    super({ name: tool.name, description: tool.description });
    this.#tool = tool;
  }

  protected override async *runAsyncImpl(context: InvocationContext): AsyncGenerator<Event, void, void> {
    const { invocationId, branch, abortSignal, session } = context;
    const own = { invocationId, author: this.name, ...(branch !== undefined && { branch }) };
    const previous = session.events.findLast(({ author, partial }) => author === this.name && partial !== true);
    const turn = { text: textOf(context.userContent), previous: textOf(previous?.content) };
    let said = "";
    for await (const delta of subAgentText(this.#tool, turn, { signal: abortSignal })) {
      said += delta;
      yield createEvent({ ...own, partial: true, content: { role: "model", parts: [{ text: delta }] } });
    }
    yield createEvent({ ...own, content: { role: "model", parts: [{ text: said }] } });
  }

  // biome-ignore lint/correctness/useYield: there is nothing to yield.
  protected override async *runLiveImpl(): AsyncGenerator<Event, void, void> {
    throw new Error("live audio and video are not supported by remote agents");
  }
}

function textOf(content: InvocationContext["userContent"]): string {
  return (content?.parts ?? []).flatMap(({ text }) => text ?? []).join("");
}
