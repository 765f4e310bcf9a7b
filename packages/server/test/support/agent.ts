import { type AgentExecutor, type JsonObject, type JsonValue, silentLogger } from "@a2a/types";
import { type RunningAgent, type ServeOptions, serve } from "../../src/node.ts";

/** Serves an agent on a free loopback port, with tasks in memory by default. */
export async function serveAgent(executor: AgentExecutor, options: Partial<ServeOptions> = {}): Promise<RunningAgent> {
  const card = { name: "Test agent", description: "For tests." };
  const agent = await serve({ card, store: "memory", executor, logger: silentLogger, ...options });
  // Runs that are still active at the end of a test are aborted.
  return { ...agent, [Symbol.asyncDispose]: () => agent.close({ drainMs: 0 }) };
}

/** An answer, with its body as JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
}

/** One JSON-RPC call of a 1.0 caller. */
export async function rpc(
  agent: RunningAgent,
  method: string,
  params: JsonValue,
  headers: Record<string, string> = {},
  path = "/a2a",
): Promise<JsonAnswer> {
  return post(agent.url + path, { jsonrpc: "2.0", id: 1, method, params }, { "A2A-Version": "1.0", ...headers });
}

/** Posts JSON and reads JSON. */
export async function post(url: string, body: JsonValue, headers: Record<string, string> = {}): Promise<JsonAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : (JSON.parse(text) as JsonObject),
  };
}

/** The params of a message with one text. */
export function say(text: string, more: JsonObject = {}, configuration?: JsonObject): JsonObject {
  const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }], ...more };
  return { message, ...(configuration && { configuration }) };
}

/** The result of a successful call. */
export function resultOf(answer: JsonAnswer): JsonObject {
  if (answer.body.error !== undefined) throw new Error(`expected a result, found ${JSON.stringify(answer.body.error)}`);
  return answer.body.result as JsonObject;
}

/** The task in the answer to a send. */
export function taskOf(
  answer: JsonAnswer,
): JsonObject & { id: string; status: { state: string; message?: JsonObject } } {
  return resultOf(answer).task as ReturnType<typeof taskOf>;
}

/** The error code of a rejected call. */
export function errorOf(answer: JsonAnswer): { code: number; message: string; data?: JsonValue } {
  return answer.body.error as unknown as ReturnType<typeof errorOf>;
}

/** One event of a stream, as a naive reader sees it. */
export interface Frame {
  readonly id?: string;
  readonly data: JsonObject;
}

/** Reads a stream to its end, or until the predicate holds. */
export async function readStream(
  response: Response,
  enough: (frames: Frame[]) => boolean = () => false,
): Promise<Frame[]> {
  const frames: Frame[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
      const id = lines.find((line) => line.startsWith("id: "))?.slice(4);
      if (data !== undefined) frames.push({ data: JSON.parse(data) as JsonObject, ...(id !== undefined && { id }) });
      if (enough(frames)) return frames;
    }
  }
  return frames;
}

/** Opens a stream by a JSON-RPC call of a 1.0 caller. */
export function stream(
  agent: RunningAgent,
  method: string,
  params: JsonValue,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${agent.url}/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}
