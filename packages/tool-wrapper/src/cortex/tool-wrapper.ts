import { type AgentClient, type ConnectOptions, connect } from "@a2a/client";
import type { ConfiguredAgent } from "@a2a/client/auth";
import { isA2AError, isLocalError, type JsonObject } from "@a2a/types";
import { type AgentTool, agentTool } from "../wrap/agent-tool.ts";
import { shownId } from "../wrap/shown-id.ts";

/** An agent by its address, with the names of the configuration file. */
export interface RemoteAgentEntry {
  readonly name: string;
  readonly endpoint: string;
  readonly agentCardUrl?: string;
  readonly authToken?: string;
  /** Default 60,000. */
  readonly timeoutMs?: number;
}

/** The result of the tool. */
export type CortexToolResult =
  | { readonly success: true; readonly output: string; readonly taskId?: string; readonly contextId?: string }
  | {
      readonly success: false;
      readonly error: { readonly code: "A2A_ERROR"; readonly message: string; readonly retryable: true };
    };

/** A tool as the host of this dialect knows it. */
export interface CortexTool {
  readonly definition: {
    readonly name: string;
    readonly description: string;
    readonly capabilities: readonly ["network:fetch"];
    readonly parameters: JsonObject;
  };
  execute(
    parameters: { message: string; contextId?: string },
    options?: { signal?: AbortSignal },
  ): Promise<CortexToolResult>;
}

/**
 * Wraps a remote agent as a tool: an entry like those of `a2a.remoteAgents`, or an agent that `loadConfig` has read. The tool is named
 * `a2a_<agentName>`, after the configured name and not the card, with `_` for characters other than letters, digits and `_`. Its card
 * is fetched with the first call and cached; after an error it is fetched again. Every failure is a retryable `A2A_ERROR`.
 */
export function createA2AToolWrapper(
  agent: RemoteAgentEntry | ConfiguredAgent,
  options: ConnectOptions = {},
): CortexTool {
  const name = `a2a_${agent.name.replace(/[^0-9A-Za-z_]/g, "_")}`;
  let connecting: Promise<AgentTool> | undefined;
  return {
    definition: {
      name,
      description: `Delegate to the remote agent ${agent.name}.`,
      capabilities: ["network:fetch"],
      parameters: {
        type: "object",
        properties: {
          message: { type: "string", description: "What the agent is to do." },
          contextId: { type: "string", description: "The conversation to continue." },
        },
        required: ["message"],
      },
    },
    async execute({ message, contextId }, { signal } = {}) {
      try {
        connecting ??= open(agent, options).then((client) =>
          agentTool(client, { name, timeoutMs: agent.timeoutMs ?? 60_000 }),
        );
        const tool = await connecting;
        const input = { message, ...(contextId !== undefined && { contextId }) };
        const outcome = await tool.run(input, { signal });
        if (outcome.status === "completed") {
          const { text, taskId, contextId: context } = outcome;
          return {
            success: true,
            output: text,
            ...(taskId !== undefined && { taskId: shownId(taskId) }),
            ...(context !== undefined && { contextId: shownId(context) }),
          };
        }
        if ("error" in outcome) return failed(outcome.error.message);
        return failed(
          outcome.status === "working" ? "the agent is still at work" : `the agent asks: ${outcome.question}`,
        );
      } catch (error) {
        if (!isA2AError(error) && !isLocalError(error)) throw error;
        return failed(error.message);
      }
    },
  };

  function failed(message: string): CortexToolResult {
    connecting = undefined;
    return { success: false, error: { code: "A2A_ERROR", message, retryable: true } };
  }
}

async function open(agent: RemoteAgentEntry | ConfiguredAgent, options: ConnectOptions): Promise<AgentClient> {
  if ("url" in agent) {
    const { toNamedAgent } = await import("@a2a/client/internal/config");
    return connect(agent.name, { agents: { [agent.name]: toNamedAgent(agent) }, ...options });
  }
  return connect(agent.endpoint, {
    ...(agent.agentCardUrl !== undefined && { cardUrl: agent.agentCardUrl }),
    ...(agent.authToken !== undefined && { headers: { Authorization: `Bearer ${agent.authToken}` } }),
    ...options,
  });
}
