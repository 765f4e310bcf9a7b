import { type CardAuthor, toolToSkill } from "@a2a/card";
import type { AgentExecutor } from "@a2a/types";
import type { OfferedTool } from "./choose-tool.ts";

/** An agent that can be served: `serve({ ...agent })`. */
export interface ServedAgent {
  card: CardAuthor;
  executor: AgentExecutor;
}

/** The card extension that declares the JSON Schemas of the tools by name. */
export const TOOL_SCHEMAS = "urn:a2a:tool-schemas:1";

/** Builds the card of an agent made of tools: one skill per tool, with their schemas. */
export function cardOfTools(
  about: { name: string; description?: string | undefined; version?: string | undefined },
  tools: readonly (OfferedTool & { title?: string })[],
): CardAuthor {
  const { name, description, version } = about;
  const schemas = tools.flatMap(({ name: tool, schema }) => (schema ? [[tool, schema] as const] : []));
  return {
    name,
    ...(description !== undefined && { description }),
    ...(version !== undefined && { version }),
    skills: tools.map((tool) => toolToSkill(tool)),
    defaultInputModes: ["text/plain", "application/json"],
    defaultOutputModes: ["text/plain", "application/json"],
    capabilities: {
      extensions: [
        {
          uri: TOOL_SCHEMAS,
          description: 'A data part { "tool": …, "arguments": {…} } calls a tool by name.',
          params: Object.fromEntries(schemas),
        },
      ],
    },
  };
}
