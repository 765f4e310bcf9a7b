import { type IncomingMessage, request } from "node:http";
import { bearer } from "@a2a/server";
import { type RunningAgent, type ServeOptions, serve } from "@a2a/server/node";
import { type AgentExecutor, ask, type JsonObject, silentLogger, textOf } from "@a2a/types";

/** "hang" never ends, "ask" asks a question, a number makes as many characters, anything else is echoed. */
const executor: AgentExecutor = async function* ({ message, signal }) {
  const text = textOf(message);
  if (text === "hang") await new Promise((resolve) => signal.addEventListener("abort", resolve));
  else if (text === "ask") yield ask("Which one?");
  else yield /^\d+$/.test(text) ? "x".repeat(Number(text)) : text.slice(0, 100);
};

/** Serves an agent with some limits. */
export async function start(options: Partial<ServeOptions>): Promise<RunningAgent> {
  const webhooks = { egress: { allowPrivate: true, allowHttp: true } };
  const auth = [bearer({ tokens: { t: "ann" } })];
  const card = { name: "Limited" };
  const agent = await serve({ card, store: "memory", executor, auth, webhooks, logger: silentLogger, ...options });
  return { ...agent, [Symbol.asyncDispose]: () => agent.close({ drainMs: 0 }) };
}

/** Whoever is called. */
export type Called = Pick<RunningAgent, "url">;

/** The answer to a call. */
export interface Answer {
  readonly status: number;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly task?: { readonly id: string } };
}

const HEADERS = { "Content-Type": "application/json", "A2A-Version": "1.0", Authorization: "Bearer t" };

/** The body of a JSON-RPC call. */
export function rpcBody(method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** One JSON-RPC call. */
export async function call(agent: Called, method: string, params: JsonObject, headers = {}): Promise<Answer> {
  const body = rpcBody(method, params);
  const response = await fetch(`${agent.url}/a2a`, { method: "POST", headers: { ...HEADERS, ...headers }, body });
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
}

/** Sends a message. */
export function send(agent: Called, text: string, more: JsonObject = {}, configuration: JsonObject = {}) {
  const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }], ...more };
  return call(agent, "SendMessage", { message, configuration });
}

/** Sends a message and returns the id of its task, which may go on. */
export async function begin(agent: Called, text: string): Promise<string> {
  const { result, error } = await send(agent, text, {}, { returnImmediately: true });
  if (!result?.task) throw new Error(`expected a task, found ${JSON.stringify(error ?? result)}`);
  return result.task.id;
}

/** Sends so many bytes of a body that is longer, or an entire one; reads the answer only if it is an error. */
export function halfway(agent: Called, body: string, length = body.length): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(`${agent.url}/a2a`, { method: "POST", headers: { ...HEADERS, "Content-Length": length } });
    sent.on("error", () => undefined);
    sent.on("response", (response) => {
      if (response.statusCode !== 200) resolve(readAnswer(response));
    });
    sent.write(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode ?? 0, ...(JSON.parse(text) as Omit<Answer, "status">) };
}
