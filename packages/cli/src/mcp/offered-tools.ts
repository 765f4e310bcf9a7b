import { agentToolName, skillSchemas } from "@a2a/card";
import { type AgentTool, agentTool } from "@a2a/tool-wrapper";
import { TASK_TOOL_NAMES } from "@a2a/tool-wrapper/mcp";
import type { AgentSkill } from "@a2a/types";
import { failureOf } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { type Connected, connectAgent } from "../connect/agent.ts";
import type { Given } from "../settings/arguments.ts";

/** The agents that a host is offered. */
export interface OfferedTools extends AsyncDisposable {
  readonly tools: readonly AgentTool[];
}

/** How agents become tools. */
export interface OfferOptions {
  /** Whether every skill becomes a tool of its own, or only those with a schema. */
  readonly everySkill: boolean;
  /** How long a call waits before it returns with the task still working. */
  readonly waitMs: number;
}

/** Connects to agents and makes tools of them. Agents that cannot be reached are left out with a warning; rejects if none is left. */
export async function offeredTools(
  references: readonly string[],
  given: Given,
  io: Io,
  { everySkill, waitMs }: OfferOptions,
): Promise<OfferedTools> {
  const connections: Connected[] = [];
  const tools: AgentTool[] = [];
  let problem: unknown;
  for (const reference of references) {
    try {
      const connected = await connectAgent(given, io, reference);
      connections.push(connected);
      tools.push(...toolsOf(reference, connected, everySkill, waitMs, tools));
    } catch (error) {
      io.signal.throwIfAborted();
      problem = error;
      io.err(`Warning: ${line(reference)} is left out: ${line(failureOf(error).message)}\n`);
    }
  }
  if (tools.length === 0) throw problem;
  return {
    tools,
    async [Symbol.asyncDispose]() {
      for (const connection of connections) await connection[Symbol.asyncDispose]();
    },
  };
}

function toolsOf(
  reference: string,
  { client }: Connected,
  everySkill: boolean,
  syncBudgetMs: number,
  others: readonly AgentTool[],
): AgentTool[] {
  const taken = new Set([...TASK_TOOL_NAMES, ...others.map(({ name }) => name)]);
  const base = /^[A-Za-z][\w-]*$/.test(reference) ? reference : agentToolName(client.card);
  const own = everySkill ? [] : [agentTool(client, { name: free(base, taken), syncBudgetMs })];
  const offered = client.card.skills.filter(
    ({ id }) => everySkill || skillSchemas(client.card, id)?.input !== undefined,
  );
  const skills = offered.map((skill) => {
    const name = free(`${base}_${slug(skill)}`, taken);
    return agentTool(client, { name, skill: skill.id, syncBudgetMs });
  });
  return [...own, ...skills];
}

function slug({ id }: AgentSkill): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_");
}

/** A name that is valid and not taken. */
function free(wanted: string, taken: Set<string>): string {
  const word = wanted.replace(/^[^A-Za-z]+/, "").slice(0, 54) || "agent";
  // MCP servers keep tools in plain objects, which inherit members such as `constructor`.
  const valid = word in Object.prototype ? `agent_${word}` : word;
  let name = valid;
  for (let number = 2; taken.has(name); number++) name = `${valid}_${number}`;
  taken.add(name);
  return name;
}
