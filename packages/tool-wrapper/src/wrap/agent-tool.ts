import { cardToDescription, cleanText, skillSchemas } from "@a2a/card";
import type { AgentClient, CapabilitySet, Delegation } from "@a2a/client";
import type { A2AClientExtended } from "@a2a/client/extended";
import type { JsonObject, JsonValue } from "@a2a/types";
import { type OptionNames, refuseUnknownOptions } from "@a2a/types/internal";
import { cleanSchema } from "./clean-schema.ts";
import { Delegations } from "./delegations.ts";
import type { Outcome, Waiting } from "./outcome.ts";
import { checkToolName } from "./tool-name.ts";
import { inputSchema, outputSchema, type ToolInput, type ToolSchema } from "./tool-schema.ts";

/** The progress of a delegated task. */
export interface Progress {
  readonly status: "progress";
  readonly taskId?: string;
  /** All text so far. */
  readonly text: string;
  /** The latest status text of the agent. */
  readonly activity?: string;
}

/** Options for referring to a task. */
export interface TaskOptions {
  /** Accept a task id that this tool has not seen: it comes from this program's own records, not from a model. Default false. */
  trustTaskId?: boolean;
}

/** Options of one call. */
export interface TurnSettings extends TaskOptions {
  /** Cancels the task at the agent. */
  signal?: AbortSignal | undefined;
  /** An idempotency key by which the agent recognizes a repeated call. */
  idempotencyKey?: string | undefined;
  onProgress?: (progress: Progress) => void;
  /** The message as structured data, such as an answer that matches the agent's schema. Sent as a data part if the card accepts JSON. */
  data?: JsonValue | undefined;
}

/** Options of an agent tool. */
export interface AgentToolOptions {
  /** The name the model sees. It comes from configuration, not from the card, so that no card can shadow another tool. */
  name: string;
  title?: string;
  /** The description for the model. Default: that of the card, marked as the agent's own words. */
  description?: string;
  /** Offers one skill only, by its id. If the card declares a schema for its input, the tool takes it as `input`. */
  skill?: string;
  /** Answers the agent's questions immediately; `"defer"` leaves them to the model. */
  onInput?: (question: Waiting) => Promise<string | "defer"> | string;
  /** The maximum number of questions that `onInput` may answer in one call. Default 5. */
  maxTurns?: number;
  /** The time limit of a call. Default 300,000. */
  timeoutMs?: number;
  /** The time after which a call returns with the task still working, for `result` to wait for. Default: never. */
  syncBudgetMs?: number;
  /** The capabilities of this program. Delegation to `a2a:{name}` must be granted. Default: everything is granted. */
  allow?: CapabilitySet;
  /** The chain of delegations that this tool is part of. */
  delegation?: Delegation;
  /** The minimum interval between progress reports. Default 100. */
  progressIntervalMs?: number;
}

/** A remote agent as a tool, in a framework-neutral form. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema<ToolInput>;
  /** The JSON Schema of an outcome. */
  readonly outputSchema: JsonObject;
  /** Delegates and waits for the outcome. Failures of the agent are outcomes too; rejects only with a `PermissionError`, without a grant. */
  run(input: ToolInput, options?: TurnSettings): Promise<Outcome>;
  /** Delegates and yields progress, then the outcome. */
  stream(input: ToolInput, options?: TurnSettings): AsyncGenerator<Progress | Outcome, void, void>;
  /** Reads the status of a task of this tool. */
  status(taskId: string, options?: TaskOptions): Promise<Outcome>;
  /** Waits for a task of this tool. */
  result(taskId: string, options?: TurnSettings): Promise<Outcome>;
  /** Cancels a task of this tool. */
  cancel(taskId: string, options?: TaskOptions): Promise<Outcome>;
}

/** A remote agent as a tool. A polling client, as `getA2AClient` creates it, connects first: the promise resolves once it has. */
export function agentTool<Agent extends AgentClient | A2AClientExtended>(
  agent: Agent,
  options: AgentToolOptions,
): ToolOf<Agent> {
  refuseUnknownOptions("agentTool", options, NAMES);
  return toolFor(agent, options) as ToolOf<Agent>; // a promise for a client that connects first
}

/** What `agentTool` makes of an agent. Overloads would say the same, and the compiler would explain mistakes by all of them. */
type ToolOf<Agent> = Agent extends A2AClientExtended ? Promise<AgentTool> : AgentTool;

function toolFor(agent: AgentClient | A2AClientExtended, options: AgentToolOptions): AgentTool | Promise<AgentTool> {
  if (!("getAgentCard" in agent)) return toolOf(agent, options);
  checkToolName(options.name);
  return agent.connect().then((client) => toolOf(client, { timeoutMs: agent.config.timeoutMs, ...options }));
}

function toolOf(agent: AgentClient, options: AgentToolOptions): AgentTool {
  const name = checkToolName(options.name);
  const { card } = agent;
  const skill = options.skill === undefined ? undefined : card.skills.find(({ id }) => id === options.skill);
  if (options.skill !== undefined && skill === undefined) {
    throw new TypeError(
      `${cleanText(card.name)} has no skill ${options.skill}: it has ${cleanText(card.skills.map(({ id }) => id).join(", "))}`,
    );
  }
  const described = skill ? { ...card, description: skill.description, skills: [skill] } : card;
  const declared = skill && skillSchemas(card, skill.id)?.input;
  const schema = declared && cleanSchema(declared);
  const work = new Delegations(agent, name, options);
  return {
    name,
    title: options.title ?? cleanText(skill?.name ?? card.name),
    description: options.description ?? cardToDescription(described),
    inputSchema: inputSchema(examplesOf(described.skills), schema),
    outputSchema,
    run: (input, run) => work.run(input, run),
    stream: (input, run) => work.stream(input, run),
    status: (taskId, task) => work.status(taskId, task),
    result: (taskId, run) => work.result(taskId, run),
    cancel: (taskId, task) => work.cancel(taskId, task),
  };
}

/** Some examples of the skills. They are an outsider's words, like the rest of the card. */
function examplesOf(skills: AgentClient["card"]["skills"]): string[] {
  const examples = skills.flatMap(({ examples: own = [] }) => own);
  return examples.slice(0, 5).map((example) => cleanText(example));
}

/** The options of `agentTool`. */
const NAMES: OptionNames<AgentToolOptions> = {
  allow: true,
  delegation: true,
  description: true,
  maxTurns: true,
  name: true,
  onInput: true,
  progressIntervalMs: true,
  skill: true,
  syncBudgetMs: true,
  timeoutMs: true,
  title: true,
};
