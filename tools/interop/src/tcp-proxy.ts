import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy whose connections can be dropped, for bindings that have no HTTP/1 responses to cut. */
export interface TcpProxy extends AsyncDisposable {
  /** Where it listens: `host:port`. */
  readonly address: string;
  /** Drops all connections. */
  cut(): void;
  /** How many connections have been dropped. */
  readonly cuts: number;
}

/** Starts a proxy for the server at `host:port`. */
export async function serveTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(`http://${target}`);
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          open.delete(socket);
          incoming.destroy();
          outgoing.destroy();
        });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const dropAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has one
    cut() {
      if (open.size > 0) cuts++;
      dropAll();
    },
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      dropAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
