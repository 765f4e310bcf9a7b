import { cleanText, slugify } from "@a2a/card";
import type { AgentClient } from "@a2a/client";
import type { A2AClientExtended } from "@a2a/client/extended";
import type { AgentCard, Task } from "@a2a/types";
import { type AgentTool, agentTool } from "./agent-tool.ts";
import { formatOutcome } from "./format-result.ts";
import { KnownIds } from "./known-ids.ts";
import { endedBy, type Outcome, outcomeOf } from "./outcome.ts";
import { toToolName } from "./tool-name.ts";

/** Passed by the host to a tool next to its arguments. */
export interface ToolContext {
  /** Called repeatedly while the agent works; `true` cancels the task. Default: never. */
  isCancelled?: () => boolean;
}

/**
 * A remote agent as a function that answers with a string, for hosts whose tools are functions. It is an agent tool as well, with the
 * description and the schema of one, so that every framework adapter accepts it.
 */
export interface DelegateTool extends AgentTool {
  /** The description of the function, for hosts that read it from a comment. */
  readonly doc: string;
  /**
   * Delegates a prompt, or answers a question of the task named. The string begins with `[COMPLETED]`, `[INPUT_REQUIRED:task_id=…]`,
   * `[FAILED]`, `[CANCELLED]` or `[TIMEOUT]`.
   */
  delegate(context: ToolContext | undefined, prompt: string, taskId?: string): Promise<string>;
}

/**
 * Creates a tool from an agent, named by the option or after the agent: in lower case, with `_` for everything but letters and digits. A
 * polling client, as `getA2AClient` creates it, has not fetched the card yet: the promise resolves once it has.
 */
export function createA2ATool(client: AgentClient, name?: string): DelegateTool;
export function createA2ATool(client: A2AClientExtended, name?: string): Promise<DelegateTool>;
export function createA2ATool(
  client: AgentClient | A2AClientExtended,
  name?: string,
): DelegateTool | Promise<DelegateTool> {
  return "getAgentCard" in client ? pollingTool(client, name) : streamingTool(client, name);
}

async function pollingTool(client: A2AClientExtended, name: string | undefined): Promise<DelegateTool> {
  const ids = new KnownIds();
  const card = await client.getAgentCard();
  return {
    ...(await agentTool(client, { name: nameFor(card, name) })),
    doc: docOf(card),
    async delegate({ isCancelled = () => false } = {}, prompt, taskId) {
      const [status, task] = await client.sendAndObserve(prompt, {
        isCancelled,
        ...(taskId !== undefined && { taskId: ids.find(taskId) ?? taskId }),
      });
      if (task !== undefined) ids.add(task.id);
      return formatOutcome(polledOutcome(status, task));
    },
  };
}

function polledOutcome(status: string, task: Task | undefined): Outcome {
  if (status === "timeout") return endedBy("timeout", "Task timed out");
  if (status === "cancelled" || task === undefined) return endedBy("canceled", "Task was cancelled");
  return outcomeOf({ task });
}

function streamingTool(agent: AgentClient, name: string | undefined): DelegateTool {
  const tool = agentTool(agent, { name: nameFor(agent.card, name) });
  return {
    ...tool,
    doc: docOf(agent.card),
    async delegate(context, prompt, taskId) {
      const stop = new AbortController();
      const watch = setInterval(() => {
        if (context?.isCancelled?.()) stop.abort();
      }, 100);
      try {
        if (context?.isCancelled?.()) return formatOutcome(endedBy("canceled", "Task was cancelled"));
        return formatOutcome(
          await tool.run({ message: prompt, ...(taskId !== undefined && { taskId }) }, { signal: stop.signal }),
        );
      } finally {
        clearInterval(watch);
      }
    },
  };
}

function nameFor(card: AgentCard, name: string | undefined): string {
  return name ?? toToolName(slugify(card.name));
}

function docOf(card: AgentCard): string {
  return `Delegate to ${cleanText(card.name)}: ${cleanText(card.description, 2_000)}`;
}
