import { isJsonObject, type JsonObject, type JsonValue, type Message, textOf } from "@a2a/types";
import { ProgressQueue } from "../wrap/progress-queue.ts";
import { dataOf } from "./approval.ts";
import { type Callable, type CallOptions, ToolQuestion } from "./callable.ts";
import { executorOf, type FromToolsOptions } from "./from-tools.ts";
import { cardOfTools, type ServedAgent } from "./served.ts";

/** Options for serving an MCP server as an agent. */
export interface FromMcpOptions extends Pick<FromToolsOptions, "description" | "version" | "route" | "needsApproval"> {
  /** Default: the name of the MCP server. */
  name?: string;
}

/** The subset of an MCP client that is used here: of `@modelcontextprotocol/client`, and of version 1, `@modelcontextprotocol/sdk`. */
export interface McpClientLike {
  listTools(params?: { cursor?: string }): Promise<{ tools: readonly McpToolWords[]; nextCursor?: string | undefined }>;
  callTool(params: never, second?: never, third?: never): Promise<unknown>;
  getServerVersion(): { name: string; version: string; title?: string | undefined } | undefined;
}

/** A tool as an MCP server lists it. */
export interface McpToolWords {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

/**
 * Serves an MCP server as an agent: `serve({ ...(await fromMcp(client)) })`, with a connected client. Each of its tools is a skill.
 * Elicitation forms become questions with the schema of the form. (Servers of MCP version 1 that elicit by a request of their own are
 * answered by the client's handler.)
 */
export async function fromMcp(client: McpClientLike, options: FromMcpOptions = {}): Promise<ServedAgent> {
  const server = client.getServerVersion();
  const tools = (await listed(client)).map((tool) => toCallable(client, tool));
  const about = { name: server?.title ?? server?.name ?? "MCP server", version: server?.version, ...options };
  return { card: cardOfTools(about, tools), executor: executorOf(tools, options) };
}

async function listed(client: McpClientLike): Promise<McpToolWords[]> {
  const tools: McpToolWords[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

function toCallable(client: McpClientLike, { name, title, description = "", inputSchema }: McpToolWords): Callable {
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    schema: inputSchema as JsonObject, // it came as JSON
    check: async (input) => input, // by the MCP server itself
    needsApproval: async () => false,
    async *call(input, { signal }: CallOptions, answer) {
      const queue = new ProgressQueue<string>(100);
      const params = { name, arguments: input, ...(answer && resumed(answer.state, answer.message)) };
      const calling = callTool(client, params, {
        signal,
        allowInputRequired: true,
        onprogress: ({ message }) => {
          if (message !== undefined) queue.put(message);
        },
      }).finally(() => queue.end());
      calling.catch(() => undefined); // reported below, where it is awaited
      yield* queue.drain();
      const result = await calling;
      yield isJsonObject(result) && result.resultType === "input_required" ? toQuestion(result) : result;
    },
  };
}

interface CallToolOptions {
  signal: AbortSignal;
  allowInputRequired: true;
  onprogress: (progress: { message?: string }) => void;
}

/** Version 1 takes a schema before the options; it is recognized by its lack of protocol eras. */
function callTool(client: McpClientLike, params: object, options: CallToolOptions): Promise<unknown> {
  const modern = "getProtocolEra" in client;
  return modern
    ? client.callTool(params as never, options as never)
    : client.callTool(params as never, undefined, options as never);
}

/** The elicitation forms as one question: a single form as it is, several by their keys. */
function toQuestion({ inputRequests, requestState = null }: JsonObject): ToolQuestion {
  const forms = Object.entries(isJsonObject(inputRequests) ? inputRequests : {}).map(([key, request]) => {
    const { method, params } = isJsonObject(request) ? request : {};
    const { message, requestedSchema } = isJsonObject(params) ? params : {};
    if (method !== "elicitation/create" || !isJsonObject(requestedSchema)) {
      throw new Error(`the MCP server requests ${String(method)}, which cannot be forwarded`);
    }
    return { key, message: typeof message === "string" ? message : key, schema: requestedSchema };
  });
  const properties = Object.fromEntries(forms.map(({ key, schema }) => [key, schema]));
  const [only, ...others] = forms;
  const schema =
    only && others.length === 0 ? only.schema : { type: "object", properties, required: Object.keys(properties) };
  return new ToolQuestion(forms.map(({ message }) => message).join("\n"), schema, { requestState, forms: properties });
}

/** The arguments of the repeated call: the completed forms, and the server's state. */
function resumed(state: JsonValue, message: Message): object {
  const { requestState, forms } = isJsonObject(state) ? state : {};
  const entries = Object.entries(isJsonObject(forms) ? forms : {});
  const data = dataOf(message);
  const inputResponses = entries.map(([key, schema]) => {
    const content = entries.length === 1 ? (data ?? fromText(schema, message)) : data?.[key];
    return [key, isJsonObject(content) ? { action: "accept", content } : { action: "decline" }];
  });
  return {
    inputResponses: Object.fromEntries(inputResponses),
    ...(typeof requestState === "string" && { requestState }),
  };
}

/** Fills a form of one text field with the text of a message. */
function fromText(schema: JsonValue, message: Message): JsonObject | undefined {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  const [name, ...others] = Object.keys(properties);
  const property = name === undefined ? undefined : properties[name];
  if (name === undefined || others.length > 0 || !isJsonObject(property) || property.type !== "string")
    return undefined;
  return { [name]: textOf(message) };
}
