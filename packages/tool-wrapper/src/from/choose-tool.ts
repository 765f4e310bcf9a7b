import { isJsonObject, type JsonObject, type Message, skillCallOf, textOf } from "@a2a/types";

/** A chosen tool and its input. */
export interface ToolChoice {
  tool: string;
  arguments: JsonObject;
}

/** A tool that a router may choose. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its input, if it has one. */
  readonly schema?: JsonObject;
}

/** Chooses a tool for a text, such as by asking a model; `undefined` when none fits. */
export type Route = (
  text: string,
  tools: readonly OfferedTool[],
  options: { signal: AbortSignal },
) => Promise<ToolChoice | undefined> | ToolChoice | undefined;

/**
 * Finds the tool that a message asks for: named as a skill with its input, or by a data part `{ tool, arguments }`, chosen by the
 * router, or the only tool, if its input is a text. Throws a `TypeError` that explains how to name a tool.
 */
export async function chooseTool(
  message: Message,
  tools: readonly OfferedTool[],
  signal: AbortSignal,
  route?: Route,
): Promise<ToolChoice> {
  const choice =
    asSkill(message) ??
    named(message) ??
    (await route?.(textOf(message), tools, { signal })) ??
    onlyOne(message, tools);
  const known = tools.map(({ name }) => name);
  if (choice === undefined) {
    throw new TypeError(`say which tool by a data part { "tool": …, "arguments": {…} }: there are ${known.join(", ")}`);
  }
  if (known.includes(choice.tool)) return choice;
  throw new TypeError(`unknown tool ${choice.tool.slice(0, 80)}; known tools: ${known.join(", ")}`);
}

function asSkill(message: Message): ToolChoice | undefined {
  const call = skillCallOf(message);
  if (call === undefined || !isJsonObject(call.input)) return undefined;
  return { tool: call.skillId, arguments: call.input };
}

function named(message: Message): ToolChoice | undefined {
  for (const part of message.parts) {
    if (!("data" in part) || !isJsonObject(part.data) || typeof part.data.tool !== "string") continue;
    const given = part.data.arguments ?? {};
    if (!isJsonObject(given)) throw new TypeError("arguments: expected an object");
    return { tool: part.data.tool, arguments: given };
  }
  return undefined;
}

function onlyOne(message: Message, tools: readonly OfferedTool[]): ToolChoice | undefined {
  const [tool, ...others] = tools;
  const text = textOf(message);
  if (tool === undefined || others.length > 0 || text === "") return undefined;
  const parameter = textParameter(tool.schema);
  return parameter === undefined ? undefined : { tool: tool.name, arguments: { [parameter]: text } };
}

/** The only parameter, or the only required one, if it is a string. */
function textParameter({ properties, required }: JsonObject = {}): string | undefined {
  if (!isJsonObject(properties)) return undefined;
  const names = Array.isArray(required) && required.length > 0 ? required : Object.keys(properties);
  const [name, ...others] = names;
  if (typeof name !== "string" || others.length > 0) return undefined;
  const schema = properties[name];
  return isJsonObject(schema) && schema.type === "string" ? name : undefined;
}
