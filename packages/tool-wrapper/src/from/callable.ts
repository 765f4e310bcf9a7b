import { jsonSchemaOf } from "@a2a/card";
import { isJsonObject, type JsonObject, type JsonValue, type Message } from "@a2a/types";

/** The options of a tool call. */
export interface CallOptions {
  /** The id of the call. */
  readonly callId: string;
  readonly signal: AbortSignal;
}

/** Returned by a tool that needs an answer before it can continue. It is called again with the answer and the state. */
export class ToolQuestion {
  readonly question: string;
  /** The JSON Schema of the answer. */
  readonly schema: JsonObject;
  readonly state: JsonValue;

  constructor(question: string, schema: JsonObject, state: JsonValue) {
    this.question = question;
    this.schema = schema;
    this.state = state;
  }
}

/** The kinds of tools that can be served: those of the AI SDK, Mastra, LangChain and Anthropic's tool runner, agent tools, and plain functions. */
export type ServableTool =
  | ((input: never, options: CallOptions) => unknown)
  | (ToolWords & { execute?: ((input: never, options: never) => unknown) | undefined })
  | (ToolWords & { invoke(input: never, options: never): unknown })
  | (ToolWords & { run(input: never, options: never): unknown });

/** Members common to all kinds of tools. */
export interface ToolWords {
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly schema?: unknown;
  readonly input_schema?: unknown;
  readonly needsApproval?: unknown;
}

/** A tool of any kind, normalized. */
export interface Callable {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The JSON Schema of the input, if the tool has one. */
  readonly schema?: JsonObject;
  /** Validates the input. Throws a `TypeError` when it does not match the schema. */
  check(input: JsonObject): Promise<unknown>;
  /** Whether the tool needs approval before it runs. */
  needsApproval(input: JsonObject, options: CallOptions): Promise<boolean>;
  call(input: unknown, options: CallOptions, answer?: { state: JsonValue; message: Message }): unknown;
}

/** Normalizes a tool. */
export function toCallable(name: string, tool: ServableTool): Callable {
  const about: ToolWords = typeof tool === "function" ? { name: tool.name } : tool;
  const given = about.inputSchema ?? about.schema ?? about.input_schema;
  const schema = jsonSchemaOf(given);
  return {
    name,
    ...(about.title !== undefined && { title: about.title }),
    description: typeof about.description === "string" ? about.description : "",
    ...(schema && { schema }),
    check: (input) => checked(given, input),
    needsApproval: (input, options) => approvalNeeded(about.needsApproval, input, options),
    call: (input, options) => called(tool, input, options),
  };
}

function called(tool: ServableTool, input: unknown, { callId, signal }: CallOptions): unknown {
  // Each kind has other names for the same members.
  const options = { callId, toolCallId: callId, messages: [], signal, abortSignal: signal };
  if (typeof tool === "function") return tool(input as never, options);
  if ("invoke" in tool) return tool.invoke(input as never, options as never);
  if ("run" in tool) return tool.run(input as never, options as never);
  if (tool.execute) return tool.execute(input as never, options as never);
  throw new TypeError("this tool has no execute function: the application that calls the model must run it");
}

interface Standard {
  validate(value: unknown): Result | Promise<Result>;
}

type Result = { value?: unknown; issues?: readonly { message: string; path?: readonly unknown[] }[] | undefined };

function standardOf(schema: unknown): Standard | undefined {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return undefined;
  return (schema as { "~standard"?: Standard })["~standard"]; // absent, or what Standard Schema says it is
}

async function checked(schema: unknown, input: JsonObject): Promise<unknown> {
  const result = await standardOf(schema)?.validate(input);
  if (result === undefined) return input;
  if (!result.issues) return result.value;
  throw new TypeError(result.issues.map(({ message, path = [] }) => `${pathOf(path)}: ${message}`).join("; "));
}

function pathOf(path: readonly unknown[]): string {
  const keys = path.map((step) => (isJsonObject(step) ? String(step.key) : String(step)));
  return keys.join(".") || "the arguments";
}

async function approvalNeeded(needed: unknown, input: JsonObject, options: CallOptions): Promise<boolean> {
  if (typeof needed !== "function") return needed === true;
  return (await needed(input, { toolCallId: options.callId, messages: [] })) === true;
}
