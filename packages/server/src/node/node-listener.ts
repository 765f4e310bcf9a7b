import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { ServerRequest } from "@a2a/bridge";
import type { PeerCertificate } from "../auth/client-certificate.ts";
import type { Handle } from "../handler/handle.ts";
import { nextLoopTurn } from "../scheduling/next-loop-turn.ts";
import { type Refused, readBody } from "./read-body.ts";
import { type StreamOptions, StreamPump } from "./stream-pump.ts";

/** Bounds at the door. */
export interface ListenerOptions extends StreamOptions {
  /** The largest body, in bytes. Default 10 MiB. */
  maxBodyBytes?: number;
  /** What goes wrong beyond the protocol. */
  onError?: (error: unknown) => void;
}

/** A listener for `node:http`, which Express and others take as well. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Ends the open streams; their readers can resume. */
  closeStreams(): void;
}

/** A listener for `node:http`: no objects of the web platform on the way, backpressure, and a signal when the caller goes. */
export function toNodeListener(handle: Handle, options: ListenerOptions = {}): NodeListener {
  const { maxBodyBytes = 10 * 1024 * 1024, onError } = options;
  const streams = new StreamPump(options);
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const gone = goneSignal(request);
    // A reset connection is no news: the signal tells.
    response.on("error", ignore);
    answer(request, response, gone).catch((error: unknown) => {
      if (!gone.aborted) onError?.(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, { status: 400, code: -32600, message: "The request could not be read" });
    });
  };
  return Object.assign(listen, { closeStreams: () => streams.close() });

  async function answer(request: IncomingMessage, response: ServerResponse, gone: AbortSignal): Promise<void> {
    if (hasTwoHosts(request)) {
      return refuse(request, response, { status: 400, code: -32600, message: "A request has one Host header" });
    }
    // Express and others may have read the body already.
    const body = bodyOf(request) ?? (await readBody(request, maxBodyBytes));
    if (typeof body !== "string") return refuse(request, response, body);
    await nextLoopTurn();
    const result = await handle(toRequest(request, body), gone);
    if (typeof result.body === "string") {
      // With its length known, an answer leaves as one packet.
      result.headers["Content-Length"] = String(Buffer.byteLength(result.body));
      response.writeHead(result.status, result.headers);
      response.end(result.body);
      return;
    }
    response.writeHead(result.status, result.headers);
    response.flushHeaders();
    await streams.send(response, result.body, gone);
  }
}

const GONE = new Error("the caller has gone");

function ignore(): void {}

/** Aborted when the connection closes: one for all requests that come over it, since most of them are answered long before. */
function goneSignal({ socket }: IncomingMessage): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const gone = new AbortController();
  signals.set(socket, gone.signal);
  if (socket.destroyed) gone.abort(GONE);
  else socket.once("close", () => gone.abort(GONE));
  return gone.signal;
}
const signals = new WeakMap<object, AbortSignal>();

function toRequest(request: IncomingMessage, body: string): ServerRequest {
  const target =
    ("originalUrl" in request && typeof request.originalUrl === "string" ? request.originalUrl : request.url) ?? "/";
  const end = target.indexOf("?");
  const certificate = certificateOf(request);
  // Express tells below which path it has mounted the listener.
  const mountPath = "baseUrl" in request && typeof request.baseUrl === "string" ? request.baseUrl : "";
  return {
    method: request.method ?? "GET",
    path: end < 0 ? target : target.slice(0, end),
    query: end < 0 ? "" : target.slice(end + 1),
    // Node joins repeated headers by commas; the only list it makes is of cookies that are set, which no request has.
    headers: request.headers as ServerRequest["headers"],
    body,
    ...(certificate && { certificate }),
    ...(mountPath !== "" && { mountPath }),
  };
}

/** A body that a framework parsed already, as text again. */
function bodyOf(request: IncomingMessage): string | undefined {
  if (!("body" in request) || request.body === undefined) return undefined;
  return typeof request.body === "string" ? request.body : JSON.stringify(request.body);
}

function certificateOf({ socket }: IncomingMessage): PeerCertificate | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  const { subject, fingerprint256 } = socket.getPeerCertificate();
  const name = subject?.CN;
  if (typeof name !== "string") return undefined;
  return { subject: name, fingerprint: fingerprint256.replaceAll(":", "").toLowerCase() };
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === "host") hosts++;
  return hosts > 1;
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, code, message }: Refused): void {
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }), () => request.destroy());
}
