import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A server on 127.0.0.1 and a free port. Leaving its scope stops it and closes all connections. */
export interface Loopback extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** How many connections are open. */
  readonly open: number;
  /** How many connections there have been. */
  readonly connections: number;
  /** Resolves as soon as no connection is open. */
  idle(): Promise<void>;
}

/** Answers a request, now or later. An exception closes the connection. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves a listener. */
export async function serve(listener: Listener): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let connections = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const answering = async () => listener(request, response);
    answering().catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    connections++;
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
    port,
    get open() {
      return sockets.size;
    },
    get connections() {
      return connections;
    },
    idle: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
