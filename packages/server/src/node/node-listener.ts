import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, Exchange } from "@a2a/bridge";
import type { Handle } from "../handler/agent-handler.ts";

/** Bounds at the door. */
export interface ListenerOptions {
  /** The largest body, in bytes. Default 10 MiB. */
  maxBodyBytes?: number;
  /** What goes wrong beyond the protocol. */
  onError?: (error: unknown) => void;
}

/** A listener for `node:http`: no objects of the web platform on the way, backpressure, and a signal when the caller goes. */
export function toNodeListener(
  handle: Handle,
  { maxBodyBytes = 10 * 1024 * 1024, onError }: ListenerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort(new Error("the caller has gone")));
    answer(handle, request, response, maxBodyBytes, gone.signal).catch((error: unknown) => {
      if (!gone.signal.aborted) onError?.(error);
      response.destroy();
    });
  };
}

async function answer(
  handle: Handle,
  request: IncomingMessage,
  response: ServerResponse,
  maxBodyBytes: number,
  gone: AbortSignal,
): Promise<void> {
  const body = await readBody(request, maxBodyBytes);
  if (body === undefined) return refuseBody(request, response, maxBodyBytes);
  const result = await handle(toExchange(request, body), gone);
  if (typeof result.body === "string") sendWhole(response, result, result.body);
  else await sendChunks(response, result, result.body, gone);
}

function toExchange(request: IncomingMessage, body: string): Exchange {
  const target = request.url ?? "/";
  const end = target.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: end < 0 ? target : target.slice(0, end),
    query: end < 0 ? "" : target.slice(end + 1),
    // Node joins repeated headers by commas; the only list it makes is of cookies that are set, which no request has.
    headers: request.headers as Exchange["headers"],
    body,
  };
}

async function readBody(request: IncomingMessage, maxBodyBytes: number): Promise<string | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString("utf8");
}

function refuseBody(request: IncomingMessage, response: ServerResponse, maxBodyBytes: number): void {
  const message = `Request payload is larger than ${maxBodyBytes} bytes`;
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32600, message } });
  response.writeHead(413, { "Content-Type": "application/json", Connection: "close" });
  response.end(body, () => request.destroy());
}

function sendWhole(response: ServerResponse, { status, headers }: Answer, body: string): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

async function sendChunks(
  response: ServerResponse,
  { status, headers }: Answer,
  body: AsyncIterable<string>,
  gone: AbortSignal,
): Promise<void> {
  response.writeHead(status, headers);
  response.flushHeaders();
  for await (const chunk of body) {
    if (gone.aborted) return;
    if (!response.write(chunk)) await drained(response, gone);
  }
  response.end();
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      gone.removeEventListener("abort", done);
      resolve();
    };
    response.once("drain", done);
    gone.addEventListener("abort", done, { once: true });
  });
}
