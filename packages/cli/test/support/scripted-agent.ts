import type { IncomingMessage, ServerResponse } from "node:http";
import type { AgentCard } from "@a2a/types";
import { listening, type Served } from "../official-servers.ts";

/** A call as an agent saw it. */
export interface SeenCall {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly headers: IncomingMessage["headers"];
}

/** The results of a stream; `cut` breaks the connection, `hang` keeps it open. */
export type ScriptedStream = AsyncIterable<object | "cut" | "hang"> | Iterable<object | "cut" | "hang">;

/** An agent of 1.0 over JSON-RPC that answers by a script, right or wrong, and remembers what it was asked. */
export interface ScriptedAgent extends Served {
  readonly calls: SeenCall[];
}

/** What an agent answers to a call: a result, an error `{ error }`, or the results of a stream `{ stream }`. */
export type Script = (call: SeenCall, index: number) => object | Promise<object>;

/** Serves such an agent. */
export async function serveScript(script: Script, about: Partial<AgentCard> = {}): Promise<ScriptedAgent> {
  const calls: SeenCall[] = [];
  const served = await listening((request, response) => {
    void (async () => {
      if (request.url?.startsWith("/.well-known/")) return json(response, cardAt(served.url, about));
      const { id, method, params } = JSON.parse(await bodyOf(request)) as {
        id: string;
        method: string;
        params: SeenCall["params"];
      };
      const call = { method, params, headers: request.headers };
      calls.push(call);
      const answer = await script(call, calls.filter((other) => other.method === method).length - 1);
      if ("stream" in answer) return stream(response, id, answer.stream as ScriptedStream);
      return json(response, { jsonrpc: "2.0", id, ...("error" in answer ? answer : { result: answer }) });
    })();
  });
  return { ...served, url: served.url, calls };
}

/** A card for such an agent. */
export function cardAt(url: string, about: Partial<AgentCard> = {}): AgentCard {
  return {
    name: "Scripted",
    description: "Follows a script",
    version: "1.0.0",
    supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "script", name: "Script", description: "Follows it", tags: ["test"] }],
    ...about,
  };
}

/** A task of the script. */
export function taskIn(state: string, more: object = {}): object {
  return { id: "t-1", contextId: "c-1", status: { state: `TASK_STATE_${state}` }, ...more };
}

async function stream(response: ServerResponse, id: string, results: ScriptedStream): Promise<void> {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.flushHeaders();
  for await (const result of results) {
    if (result === "hang") return;
    if (response.destroyed) return;
    if (result === "cut") return void response.socket?.destroy();
    await written(response, `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  }
  response.end();
}

/** Waits until the text is on its way, or nobody takes it any more. */
function written(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write(text, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
