import { type AgentSkill, LocalError } from "@a2a/types";
import { toolExamples } from "./tool-examples.ts";

/** A tool that becomes a skill: the members that tools of many kinds share, each of them optional. */
export interface ToolObject {
  name?: string | undefined;
  /** How some call the name. */
  id?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  tags?: readonly string[] | undefined;
  /** The permissions of the tool, such as `network:fetch`. */
  capabilities?: readonly string[] | undefined;
  examples?: readonly string[] | undefined;
  /** Where MCP keeps a title. */
  annotations?: { title?: string | undefined } | undefined;
}

/**
 * A tool as one meets them: a function, an object with a name and a description (MCP, JSON Schema, LangChain, Mastra, a corteX
 * `ToolWrapper`), one that is named by the record it is in (AI SDK), or one that keeps those members a level deeper.
 */
export type ToolLike =
  | ToolObject
  | ((...args: never[]) => unknown)
  | { definition: ToolObject }
  | { type: "function"; function: ToolObject };

/** Several tools: a list, a map or a record by name. */
export type ToolSource = Iterable<ToolLike> | ReadonlyMap<string, ToolLike> | Readonly<Record<string, ToolLike>>;

/**
 * The skill of an agent that has a tool: its id is the tool's name, its name the same in words, its tags the tool's effects.
 * `name` is for tools that are named from outside, as those of the AI SDK are.
 */
export function toolToSkill(tool: ToolLike, name?: string): AgentSkill {
  const about = aboutTool(tool);
  const id = name ?? about.name ?? about.id ?? "";
  if (id === "") throw new LocalError("CONFIG", "a tool has no name: give it one, or pass it as the second argument");
  const title = about.title ?? about.annotations?.title ?? titleCase(id);
  const examples = about.examples ?? toolExamples[id.toLowerCase()];
  return {
    id,
    name: title,
    description: about.description?.trim() || title,
    tags: tagsOf(id, about.tags ?? about.capabilities),
    ...(examples && examples.length > 0 && { examples: [...examples] }),
  };
}

/** The skills of several tools. */
export function toolsToSkills(tools: ToolSource): AgentSkill[] {
  if (tools instanceof Map) return Array.from(tools, ([name, tool]: [string, ToolLike]) => toolToSkill(tool, name));
  if (Symbol.iterator in tools) return Array.from(tools as Iterable<ToolLike>, (tool) => toolToSkill(tool)); // no map, so no pairs
  return Object.entries(tools).map(([name, tool]) => toolToSkill(tool, name));
}

/** The tags given, or the words of the id: a skill without tags cannot be found by them. */
export function tagsOf(id: string, tags: readonly string[] | undefined): string[] {
  return [...new Set(tags && tags.length > 0 ? tags : words(id).map((word) => word.toLowerCase()))];
}

function aboutTool(tool: ToolLike): ToolObject {
  // What hangs on a function, such as a description, counts as well.
  if (typeof tool === "function") return { name: tool.name, ...tool };
  if ("definition" in tool) return tool.definition;
  return "function" in tool ? tool.function : tool;
}

/** `web_search` as `Web Search`. */
function titleCase(name: string): string {
  const title = words(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return title.join(" ") || name;
}

function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
