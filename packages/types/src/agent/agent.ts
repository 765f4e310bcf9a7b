import type { JsonObject } from "../json/json.ts";

/** One cycle of an agent that reasons and acts. */
export interface AgentStep {
  thought: string;
  action: string;
  actionInput: JsonObject;
  observation: string;
  metadata: JsonObject;
}

/** The result of a task. */
export interface AgentResult {
  /** The answer as text; empty without one. */
  output: string;
  /** The steps of the agent, if it reports them. */
  steps: AgentStep[];
  metadata: JsonObject;
  success: boolean;
  /** The error, when `success` is false. */
  error?: string;
}

/** An agent an orchestrator can use, local or remote alike. */
export interface Agent {
  /** The name of the agent. */
  readonly agentId: string;
  /** Carries out a task. */
  execute(task: string, context?: JsonObject): Promise<AgentResult>;
  /** Carries out a task, handing out each step. */
  streamExecute(task: string, context?: JsonObject): AsyncIterable<AgentStep>;
}
