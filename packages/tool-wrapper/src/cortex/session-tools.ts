import type { A2ASession } from "@a2a/client/directory";
import { type AgentTool, type AgentToolOptions, agentTool } from "../wrap/agent-tool.ts";

/** Options of every tool of a session. */
export type SessionToolOptions = Pick<
  AgentToolOptions,
  "onInput" | "maxTurns" | "timeoutMs" | "syncBudgetMs" | "progressIntervalMs"
>;

/** The agents of a session as tools, each named like its agent. Closing the session closes them. */
export function sessionTools(session: A2ASession, options: SessionToolOptions = {}): Promise<AgentTool[]> {
  const names = [...session.agents.keys()];
  return Promise.all(names.map(async (name) => agentTool(await session.manager.client(name), { ...options, name })));
}
