import { isJsonObject, type JsonObject } from "@a2a/types";

/** The input of the tool. */
export interface ToolInput {
  /** The request to the agent, or the answer to its question. */
  message: string;
  /** The task to continue, when the agent asked a question. */
  taskId?: string;
  /** The conversation to continue. */
  contextId?: string;
}

/** A schema for any framework: it validates, and it is a JSON Schema (Standard Schema 1.1). */
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
  return textsSchema<ToolInput>({
    message: { description: "What the agent is to do, or the answer to its question.", examples },
    taskId: { description: "The task to go on with, as named when the agent asked something.", optional: true },
    contextId: { description: "The conversation to go on with.", optional: true },
  });
}

/** A string member. */
export interface TextMember {
  readonly description: string;
  readonly optional?: boolean;
  readonly examples?: readonly string[];
}

/** The schema of an object with string members. `null` and `""` count as absent. */
export function textsSchema<T extends object>(members: Readonly<Record<keyof T & string, TextMember>>): ToolSchema<T> {
  const entries = Object.entries<TextMember>(members);
  const properties = entries.map(([name, { description, examples = [] }]): [string, JsonObject] => [
    name,
    { type: "string", description, ...(examples.length > 0 && { examples: [...examples] }) },
  ]);
  const jsonSchema: JsonObject = {
    type: "object",
    properties: Object.fromEntries(properties),
    required: entries.filter(([, { optional }]) => !optional).map(([name]) => name),
    additionalProperties: false,
  };
  const schema = () => jsonSchema;
  return {
    "~standard": {
      version: 1,
      vendor: "a2a",
      validate: (value) => validateTexts(entries, value),
      jsonSchema: { input: schema, output: schema },
    },
    jsonSchema,
  };
}

/** Validates the input of a tool. Throws a `TypeError` that tells a model how to correct it. */
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

function validateTexts<T>(
  members: readonly (readonly [string, TextMember])[],
  value: unknown,
): ReturnType<ToolSchema<T>["~standard"]["validate"]> {
  if (!isJsonObject(value)) return { issues: [{ message: "expected an object" }] };
  const issues: { message: string; path: string[] }[] = [];
  const checked: Record<string, string> = {};
  for (const [name, { optional = false }] of members) {
    const text = value[name] ?? "";
    if (typeof text !== "string" || (text === "" && !optional))
      issues.push({ message: "expected a string", path: [name] });
    else if (text !== "") checked[name] = text;
  }
  for (const name of Object.keys(value)) {
    if (!members.some(([known]) => known === name)) issues.push({ message: "is not a known member", path: [name] });
  }
  return issues.length > 0 ? { issues } : { value: checked as T }; // every member was checked
}
