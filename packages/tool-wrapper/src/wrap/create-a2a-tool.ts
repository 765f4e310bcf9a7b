import { slugify } from "@a2a/card";
import type { AgentClient } from "@a2a/client";
import { agentTool } from "./agent-tool.ts";
import { formatOutcome } from "./format-result.ts";
import { endedBy } from "./outcome.ts";

/** What the host hands to a tool beside its arguments. */
export interface ToolContext {
  /** Asked again and again while the agent works; `true` cancels the task. Default: never. */
  isCancelled?: () => boolean;
}

/** A remote agent as a function that answers with a text, for hosts whose tools are functions. */
export interface DelegateTool {
  readonly name: string;
  readonly doc: string;
  /**
   * Delegates a prompt, or answers a question of the task named. The text begins with `[COMPLETED]`, `[INPUT_REQUIRED:task_id=…]`,
   * `[FAILED]`, `[CANCELLED]` or `[TIMEOUT]`.
   */
  delegate(context: ToolContext | undefined, prompt: string, taskId?: string): Promise<string>;
}

/** Makes a tool of an agent; its name is the one given, or the agent's own. */
export function createA2ATool(agent: AgentClient, name?: string): DelegateTool {
  const toolName = name ?? slugify(agent.card.name);
  const tool = agentTool(agent, { name: toolName });
  return {
    name: toolName,
    doc: `Delegate to ${agent.card.name}: ${agent.card.description}`,
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
