import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/** The input of the tool. */
export interface ToolInput {
  /** The request to the agent, or the answer to its question. */
  message: string;
  /** The task to continue, when the agent asked a question. */
  taskId?: string;
  /** The conversation to continue. */
  contextId?: string;
  /** The structured input, for a tool of one skill that declares a schema. */
  input?: JsonValue;
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

/** The input of an agent's tool. With the schema of a skill, `input` replaces `message`, except for answers to questions. */
export function inputSchema(examples: readonly string[], skill?: JsonObject): ToolSchema<ToolInput> {
  const members = {
    message: { description: "What the agent is to do, or the answer to its question.", examples },
    taskId: { description: "The id of the task to continue, from the question that the agent asked.", optional: true },
    contextId: { description: "The id of the conversation to continue.", optional: true },
  };
  if (skill === undefined) return textsSchema<Omit<ToolInput, "input">>(members);
  const answer = { description: "The answer to a question of the agent, with its taskId.", optional: true };
  const texts = textsSchema<Omit<ToolInput, "input">>({ ...members, message: answer });
  return withInput(texts, skill);
}

/** Adds the structured input. Its members are not checked here: the agent does that, by the schema of its own. */
function withInput(texts: ToolSchema<Omit<ToolInput, "input">>, input: JsonObject): ToolSchema<ToolInput> {
  const { properties } = texts.jsonSchema;
  const members = isJsonObject(properties) ? properties : {};
  const jsonSchema: JsonObject = { ...texts.jsonSchema, properties: { input, ...members } };
  const schema = () => jsonSchema;
  return {
    "~standard": {
      version: 1,
      vendor: "a2a",
      validate: (value) => {
        if (!isJsonObject(value)) return { issues: [{ message: "expected an object" }] };
        const { input: given, ...rest } = value;
        const read = texts["~standard"].validate(rest);
        if ("issues" in read) return read;
        const { message = "", ...others } = read.value;
        if (given == null && message === "") return { issues: [{ message: "expected the input", path: ["input"] }] };
        return { value: { ...others, message, ...(given != null && { input: given }) } };
      },
      jsonSchema: { input: schema, output: schema },
    },
    jsonSchema,
  };
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
