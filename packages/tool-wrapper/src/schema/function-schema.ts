import type { JsonObject } from "@a2a/types";
import type { AgentTool } from "../wrap/agent-tool.ts";
import { strictSchema } from "./strict-schema.ts";

/** The description of a tool for a model. */
export type DescribedTool = Pick<AgentTool, "name" | "description" | "inputSchema">;

/** A function as the APIs of several providers take it. */
export interface FunctionSchemas {
  /** OpenAI, the Responses API. */
  openai: { type: "function"; name: string; description: string; parameters: JsonObject; strict: boolean };
  /** OpenAI, the Chat Completions API, and the many that copy it. */
  "openai-chat": {
    type: "function";
    function: { name: string; description: string; parameters: JsonObject; strict: boolean };
  };
  anthropic: { name: string; description: string; input_schema: JsonObject & { type: "object" } };
  /** One of Gemini's `functionDeclarations`. */
  gemini: { name: string; description: string; parametersJsonSchema: JsonObject };
}

/** A tool in the form an API takes. For OpenAI it is strict: members that may be left out are required there, and may be `null`. */
export function toFunctionSchema<Api extends keyof FunctionSchemas>(
  tool: DescribedTool,
  api: Api,
): FunctionSchemas[Api] {
  const { name, description } = tool;
  const { jsonSchema } = tool.inputSchema;
  const strict = () => ({ name, description, parameters: strictSchema(jsonSchema), strict: true });
  const forms: { [Each in keyof FunctionSchemas]: () => FunctionSchemas[Each] } = {
    openai: () => ({ type: "function", ...strict() }),
    "openai-chat": () => ({ type: "function", function: strict() }),
    anthropic: () => ({ name, description, input_schema: { ...jsonSchema, type: "object" } }),
    gemini: () => ({ name, description, parametersJsonSchema: jsonSchema }),
  };
  return forms[api]();
}
