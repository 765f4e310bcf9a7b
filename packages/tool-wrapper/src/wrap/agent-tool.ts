import type { AgentClient } from "@a2a/client";
import { createMessage, type JsonObject } from "@a2a/types";
import { type Outcome, outcomeOf } from "./outcome.ts";

/** What a model hands to the tool. */
export interface ToolInput {
  /** What the agent is to do, or the answer to its question. */
  message: string;
  /** The task to go on with, when the agent asked something. */
  taskId?: string;
}

/** A remote agent as a tool, in a form every framework can take. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the input. */
  readonly inputSchema: JsonObject;
  run(input: ToolInput, options?: { signal?: AbortSignal }): Promise<Outcome>;
}

/** How an agent becomes a tool. */
export interface AgentToolOptions {
  /** The name the model sees. It comes from configuration, not from the card, so that no card can shadow another tool. */
  name: string;
}

/** A remote agent as a tool. */
export function agentTool(agent: AgentClient, { name }: AgentToolOptions): AgentTool {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) {
    throw new TypeError(
      `tool name ${JSON.stringify(name)}: expected a letter, then letters, digits, _ or -, 64 at most`,
    );
  }
  return {
    name,
    description: describe(agent),
    inputSchema: {
      type: "object",
      properties: {
        message: { type: "string", description: "What the agent is to do, or the answer to its question." },
        taskId: { type: "string", description: "The task to go on with, when the agent asked something." },
      },
      required: ["message"],
      additionalProperties: false,
    },
    async run({ message, taskId }, options = {}) {
      const answer = await agent.send(createMessage(message, taskId === undefined ? {} : { taskId }), options);
      return outcomeOf(answer);
    },
  };
}

/** What the agent claims to be, marked as its own words and cut to a length a model can bear. */
function describe({ card }: AgentClient): string {
  const skills = card.skills.map((skill) => `${clean(skill.name)}: ${clean(skill.description)}`).join("; ");
  return `Delegates to a remote agent, which says of itself: ${clean(card.description || card.name)}. ${skills}`.slice(
    0,
    1024,
  );
}

function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g, " ").slice(0, 200);
}
