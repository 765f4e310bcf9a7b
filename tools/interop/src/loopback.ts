import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on a free port of this machine. Disposing it waits until the last connection has closed. */
export interface Served extends AsyncDisposable {
  readonly url: string;
}

/** Serves until it is disposed of, on a free port unless one is given. */
export async function serve(listener: RequestListener, wantedPort = 0): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(wantedPort, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      closed ??= new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
      server.closeIdleConnections();
      await closed;
    },
  };
}
