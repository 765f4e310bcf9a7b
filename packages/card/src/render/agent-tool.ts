import type { JsonObject } from "@a2a/types";
import type { DescribedAgent } from "./card-to-prompt.ts";
import { cleanText } from "./clean-text.ts";

/** A name in lower case with blanks and hyphens as underscores. */
export function slugify(name: string): string {
  return name.toLowerCase().replace(/[ -]/g, "_");
}

/** The tool name for an agent: characters other than ASCII letters, digits and underscores become underscores. */
export function agentToolName(card: Pick<DescribedAgent, "name">): string {
  return card.name.replace(/[^0-9a-zA-Z_]/g, "_");
}

/**
 * The JSON Schema of that tool's input: a `prompt`, with the examples of the agent's skills, and the `task_id` of a task that asked
 * something back.
 */
export function agentToolSchema(card: DescribedAgent): JsonObject {
  const examples = (card.skills ?? [])
    .flatMap((skill) => skill.examples ?? [])
    .map((example) => cleanText(example))
    .filter((example) => example !== "")
    .slice(0, MAX_EXAMPLES);
  return {
    type: "object",
    properties: {
      prompt: {
        type: "string",
        description: "What the agent should do, in plain words and with everything it needs to know.",
        ...(examples.length > 0 && { examples }),
      },
      task_id: {
        type: "string",
        description: "The id of the task to continue, if the agent asked for input.",
      },
    },
    required: ["prompt"],
    additionalProperties: false,
  };
}
const MAX_EXAMPLES = 5;
