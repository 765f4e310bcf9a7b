import type { JsonObject } from "@a2a/types";

/** What a model hands to the tool. */
export interface ToolInput {
  /** What the agent is to do, or the answer to its question. */
  message: string;
  /** The task to go on with, when the agent asked something. */
  taskId?: string;
  /** The conversation to go on with. */
  contextId?: string;
}

/** A schema that any framework can take: it validates, and it is a JSON Schema (Standard Schema 1.1). */
export interface ToolSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "a2a";
    validate(
      value: unknown,
    ):
      | { readonly value: T }
      | { readonly issues: readonly { readonly message: string; readonly path?: readonly string[] }[] };
    readonly jsonSchema: { input(): JsonObject; output(): JsonObject };
    readonly types?: { readonly input: T; readonly output: T };
  };
  /** The JSON Schema by itself. */
  readonly jsonSchema: JsonObject;
}

/** The input of an agent's tool. */
export function inputSchema(examples: readonly string[]): ToolSchema<ToolInput> {
  const jsonSchema: JsonObject = {
    type: "object",
    properties: {
      message: {
        type: "string",
        description: "What the agent is to do, or the answer to its question.",
        ...(examples.length > 0 && { examples: [...examples] }),
      },
      taskId: { type: "string", description: "The task to go on with, as named when the agent asked something." },
      contextId: { type: "string", description: "The conversation to go on with." },
    },
    required: ["message"],
    additionalProperties: false,
  };
  return toSchema(jsonSchema, validateInput);
}

/** What a model handed to a tool, checked. Throws a `TypeError` that a model can learn from. */
export function parseInput<T>(schema: ToolSchema<T>, value: unknown): T {
  const result = schema["~standard"].validate(value);
  if ("value" in result) return result.value;
  const issues = result.issues.map(({ message, path }) => `${path?.join(".") || "the input"}: ${message}`);
  throw new TypeError(issues.join("; "));
}

/** The output of an agent's tool. */
export const outputSchema: JsonObject = {
  type: "object",
  properties: {
    status: {
      enum: ["completed", "input-required", "auth-required", "failed", "rejected", "canceled", "timeout", "working"],
    },
    taskId: { type: "string" },
    contextId: { type: "string" },
    text: { type: "string" },
    question: { type: "string" },
  },
  required: ["status"],
};

function toSchema<T>(jsonSchema: JsonObject, validate: ToolSchema<T>["~standard"]["validate"]): ToolSchema<T> {
  const schema = () => jsonSchema;
  return {
    "~standard": { version: 1, vendor: "a2a", validate, jsonSchema: { input: schema, output: schema } },
    jsonSchema,
  };
}

function validateInput(value: unknown): ReturnType<ToolSchema<ToolInput>["~standard"]["validate"]> {
  if (typeof value !== "object" || value === null) return { issues: [{ message: "expected an object" }] };
  const { message, taskId, contextId, ...rest } = value as Record<string, unknown>; // an object, as just checked
  const issues: { message: string; path: string[] }[] = [];
  if (typeof message !== "string" || message === "") issues.push({ message: "expected a text", path: ["message"] });
  for (const [name, id] of [
    ["taskId", taskId],
    ["contextId", contextId],
  ] as const) {
    if (id !== undefined && id !== null && typeof id !== "string")
      issues.push({ message: "expected a text", path: [name] });
  }
  for (const name of Object.keys(rest)) issues.push({ message: "is not known here", path: [name] });
  if (issues.length > 0) return { issues };
  return {
    value: {
      message: message as string, // checked above, as are the others
      ...(typeof taskId === "string" && taskId !== "" && { taskId }),
      ...(typeof contextId === "string" && contextId !== "" && { contextId }),
    },
  };
}
