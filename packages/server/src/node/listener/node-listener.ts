import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { PeerCertificate } from "../../auth/client-certificate.ts";
import type { Handle, IncomingRequest, ServedAnswer } from "../../http/incoming-request.ts";
import { loopQueue } from "../../util/loop-batch.ts";
import { type Connection, connectionOf } from "./connection.ts";
import { readBody } from "./read-body.ts";
import { ResponseWriter, type StreamOptions } from "./response-writer.ts";

/** How answers are written. */
export interface ListenerOptions extends StreamOptions {
  /** Called with errors outside the protocol. */
  onError?: (error: unknown) => void;
}

/** A listener for `node:http`, which Express and others take as well. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void;
  /** The server is about to close: streams that end from now on tell their readers so. */
  announceClose(): void;
  /** Ends the open streams; their readers can resume. */
  closeStreams(): void;
}

/** A listener for `node:http`: no objects of the web platform on the way, backpressure, and a signal when the caller goes. */
export function toNodeListener(handle: Handle, options: ListenerOptions = {}): NodeListener {
  const { onError } = options;
  const writer = new ResponseWriter(options);
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connectionOf(request.socket);
    const { gone } = connection;
    // Ignore reset connections: the signal reports them.
    response.on("error", ignore);
    const answered = connection.isBusy
      ? connection.next().then((isOpen) => (isOpen ? answer(request, response, connection) : undefined))
      : answer(request, response, connection);
    answered.catch((error: unknown) => {
      if (!gone.aborted) onError?.(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, "The request could not be read");
    });
  };
  return Object.assign(listen, { announceClose: () => writer.announceClose(), closeStreams: () => writer.close() });

  async function answer(request: IncomingMessage, response: ServerResponse, connection: Connection): Promise<void> {
    connection.response = response;
    const { gone } = connection;
    if (hasTwoHosts(request)) return refuse(request, response, "A request has one Host header");
    const incoming = toRequest(request);
    if (!incoming.readBody) await new Promise<void>(admit);
    // Do not keep the answer in a variable of this function, which would retain its text until the client has read it.
    const { written, release, isUnread } = write(request, response, await handle(incoming, gone), gone);
    try {
      if (written) await written;
    } finally {
      release?.();
    }
    if (isUnread) closeAfter(request, response);
  }

  function write(request: IncomingMessage, response: ServerResponse, answer: ServedAnswer, gone: AbortSignal) {
    const { status, headers, body, release } = answer;
    // A caller that was refused before its body was read does not have to send the rest.
    const isUnread = !request.complete;
    if (isUnread) headers.Connection = "close";
    if (typeof body === "string") {
      return { written: writer.sendText(response, { status, headers }, body, gone), release, isUnread };
    }
    response.writeHead(status, headers);
    return { written: writer.sendStream(response, body, gone), release, isUnread };
  }
}

function ignore(): void {}

function toRequest(request: IncomingMessage): IncomingRequest {
  const target =
    ("originalUrl" in request && typeof request.originalUrl === "string" ? request.originalUrl : request.url) ?? "/";
  const end = target.indexOf("?");
  const certificate = certificateOf(request);
  // Express tells below which path it has mounted the listener.
  const mountPath = "baseUrl" in request && typeof request.baseUrl === "string" ? request.baseUrl : "";
  const parsed = bodyOf(request);
  const incoming: Writable<IncomingRequest> = {
    method: request.method ?? "GET",
    path: end < 0 ? target : target.slice(0, end),
    query: end < 0 ? "" : target.slice(end + 1),
    // Node joins repeated headers by commas; the only list it makes is of cookies that are set, which no request has.
    headers: request.headers as IncomingRequest["headers"],
    body: parsed ?? "",
  };
  if (parsed === undefined && hasBody(request)) incoming.readBody = (bounds) => readBody(request, bounds, admit);
  if (certificate) incoming.certificate = certificate;
  if (mountPath !== "") incoming.mountPath = mountPath;
  return incoming;
}

type Writable<Type> = { -readonly [Member in keyof Type]: Type[Member] };

/** Requests that were read in the same iteration of the event loop are answered in one batch. */
const admit = loopQueue();

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;
}

/** A body that Express or others have parsed already, as text again. */
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

function refuse(request: IncomingMessage, response: ServerResponse, message: string): void {
  response.writeHead(400, { "Content-Type": "application/json", Connection: "close" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32600, message } }));
  closeAfter(request, response);
}

/** Closes the connection once the answer was written. */
function closeAfter(request: IncomingMessage, response: ServerResponse): void {
  if (response.writableFinished) request.destroy();
  else response.once("finish", () => request.destroy());
}
