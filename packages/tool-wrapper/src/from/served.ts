import { type CardAuthor, toolToSkill } from "@a2a/card";
import type { AgentExecutor } from "@a2a/types";
import type { OfferedTool } from "./choose-tool.ts";

/** An agent that can be served: `serve({ ...agent })`. */
export interface ServedAgent {
  card: CardAuthor;
  executor: AgentExecutor;
}

/** Builds the card of an agent made of tools: one skill per tool, with their schemas. */
export function cardOfTools(
  about: { name: string; description?: string | undefined; version?: string | undefined },
  tools: readonly (OfferedTool & { title?: string })[],
): CardAuthor {
  const { name, description, version } = about;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(version !== undefined && { version }),
    skills: tools.map((tool) => ({ ...toolToSkill(tool), ...(tool.schema && { inputSchema: tool.schema }) })),
    defaultInputModes: ["text/plain", "application/json"],
    defaultOutputModes: ["text/plain", "application/json"],
  };
}
