import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request that a peer received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on 127.0.0.1 and a free port. Leaving its scope stops it and ends whatever connections are left. */
export interface Peer extends AsyncDisposable {
  readonly url: string;
  /** Everything it was asked, in order. */
  readonly received: readonly Received[];
  /** Resolves as soon as no connection is open. */
  idle(): Promise<void>;
}

/** Answers a request, at once or in time. What it throws breaks the connection. */
export type Listener = (request: Received, response: ServerResponse) => unknown;

/** Serves a listener. */
export async function servePeer(listener: Listener): Promise<Peer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    try {
      for await (const chunk of request) body += String(chunk);
      const { method = "", url: path = "", headers } = request;
      const taken = { method, path, headers, body };
      received.push(taken);
      await listener(taken, response);
    } catch {
      response.destroy();
    }
  };
  const server = createServer({ keepAliveTimeout: 1 }, (request, response) => void take(request, response));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    idle: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Writes a whole answer. */
export function answer(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
