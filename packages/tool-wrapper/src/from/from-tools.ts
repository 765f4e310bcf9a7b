import {
  type AgentExecutor,
  type AgentTurn,
  type AgentYield,
  artifact,
  ask,
  createId,
  isJsonObject,
  type JsonValue,
  reject,
  save,
  status,
} from "@a2a/types";
import { askApproval, readApproval } from "./approval.ts";
import { type Callable, type CallOptions, type ServableTool, ToolQuestion, toCallable } from "./callable.ts";
import { chooseTool, type Route, type ToolChoice } from "./choose-tool.ts";
import { resultParts } from "./result-parts.ts";
import { cardOfTools, type ServedAgent } from "./served.ts";

/** Options for serving tools as an agent. */
export interface FromToolsOptions {
  name: string;
  description?: string;
  version?: string;
  /** The tools by name, or a list of tools that carry their names. */
  tools: Readonly<Record<string, ServableTool>> | readonly ServableTool[];
  /** Chooses a tool for a text, such as by asking a model. */
  route?: Route;
  /** Whether a tool needs approval before it runs. Default: as the tool declares. */
  needsApproval?: (choice: ToolChoice) => boolean | Promise<boolean>;
}

/**
 * Serves tools as an agent: `serve({ ...fromTools({ name, tools }) })`. Each tool is a skill. A caller names a tool by a data part
 * `{ tool, arguments }`; a text goes to the router, or to the only tool if its input is a text. A tool that needs
 * approval asks first.
 */
export function fromTools(options: FromToolsOptions): ServedAgent {
  const tools = callables(options.tools);
  return { card: cardOfTools(options, tools), executor: executorOf(tools, options) };
}

function callables(tools: FromToolsOptions["tools"]): Callable[] {
  const named = Array.isArray(tools)
    ? tools.map((tool: ServableTool): [string, ServableTool] => [ownName(tool), tool])
    : Object.entries(tools);
  const names = named.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TypeError(`duplicate tool name ${twice}: names must be unique`);
  return named.map(([name, tool]) => toCallable(name, tool));
}

function ownName(tool: ServableTool): string {
  const name = tool.name || (typeof tool === "function" ? undefined : tool.id);
  if (name) return name;
  throw new TypeError("a tool in a list has no name: pass a record, with the names as its keys");
}

/** An agent that answers requests by running one of several tools. */
export function executorOf(
  tools: readonly Callable[],
  options: Pick<FromToolsOptions, "route" | "needsApproval">,
): AgentExecutor {
  return async function* (turn) {
    const { message, signal } = turn;
    const call: CallOptions = { callId: createId(), signal };
    const pending = pendingOf(turn);
    const plan = await planned(tools, options, turn, pending, call);
    if (typeof plan === "string") {
      yield reject(plan);
      return;
    }
    const { tool, choice, input } = plan;
    const kept = { ...choice, askedBy: message.messageId };
    if (plan.needsApproval) {
      yield save(kept);
      yield askApproval(tool.name, choice.arguments);
      return;
    }
    const answer = pending?.state === undefined ? undefined : { state: pending.state, message };
    const result = yield* followed(tool.call(input, call, answer));
    signal.throwIfAborted(); // a tool that stops on abort has not completed its work
    if (result instanceof ToolQuestion) {
      yield save({ ...kept, state: result.state });
      yield ask(result.question, { schema: result.schema });
    } else if (isJsonObject(result) && result.isError === true) {
      yield status("TASK_STATE_FAILED", resultParts(result));
    } else {
      const parts = resultParts(result);
      if (parts.length > 0) yield artifact({ name: tool.name, parts });
    }
  };
}

interface Plan {
  tool: Callable;
  choice: ToolChoice;
  input: unknown;
  needsApproval: boolean;
}

/** The next step, or why there is none. */
async function planned(
  tools: readonly Callable[],
  { route, needsApproval }: Pick<FromToolsOptions, "route" | "needsApproval">,
  { message, signal }: AgentTurn,
  pending: Pending | undefined,
  call: CallOptions,
): Promise<Plan | string> {
  try {
    const choice = pending?.choice ?? (await chooseTool(message, tools, signal, route));
    const tool = tools.find(({ name }) => name === choice.tool);
    if (tool === undefined) return `there is no tool ${choice.tool} any more`;
    const input = await tool.check(choice.arguments);
    if (pending === undefined) {
      const needed = needsApproval ? await needsApproval(choice) : await tool.needsApproval(choice.arguments, call);
      return { tool, choice, input, needsApproval: needed };
    }
    const { approved, reason = "" } = pending.state === undefined ? readApproval(message) : { approved: true };
    if (!approved) return `${tool.name} was not approved${reason === "" ? "" : `: ${reason}`}`;
    return { tool, choice, input, needsApproval: false };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

interface Pending {
  choice: ToolChoice;
  /** The state that the tool gets back with the answer; absent when the question was whether it may run. */
  state?: JsonValue;
}

/** The call that waits for an answer. A turn that runs again after a crash sees its own checkpoint, which does not wait yet. */
function pendingOf({ checkpoint, message }: AgentTurn): Pending | undefined {
  if (!isJsonObject(checkpoint) || checkpoint.askedBy === message.messageId) return undefined;
  const { tool, arguments: given, state } = checkpoint;
  if (typeof tool !== "string" || !isJsonObject(given)) return undefined;
  return { choice: { tool, arguments: given }, ...(state !== undefined && { state }) };
}

/** Returns the final value of a tool; values that it yields before are progress. */
async function* followed(result: unknown): AsyncGenerator<AgentYield, unknown, void> {
  if (!isIterable(result)) return await result;
  let last: unknown;
  let begun = false;
  for await (const each of result) {
    if (begun) yield status("TASK_STATE_WORKING", resultParts(last));
    begun = true;
    last = each;
  }
  return last;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
