import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeListener } from "@a2a/server/node";
import { createInspector } from "./create-inspector.ts";
import type { InspectorOptions } from "./options.ts";

/** A page that listens. */
export interface RunningInspector extends AsyncDisposable {
  /** The address to open, with the session token in its fragment. */
  readonly url: string;
  close(): Promise<void>;
}

/** Options of `serveInspector`, which determines the origins of the page itself. */
export interface ServeInspectorOptions extends Omit<InspectorOptions, "origins" | "basePath" | "authenticate"> {
  /** Default 0: any free port. */
  port?: number;
}

/** Serves the inspector on 127.0.0.1, for this machine alone. */
export async function serveInspector({ port = 0, ...options }: ServeInspectorOptions): Promise<RunningInspector> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = (server.address() as AddressInfo).port; // a TCP server has one
  const inspector = createInspector({
    ...options,
    origins: [`http://127.0.0.1:${bound}`, `http://localhost:${bound}`],
  });
  const listener = toNodeListener(inspector.handle);
  server.on("request", listener);
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    await inspector.close();
    listener.closeStreams();
    server.closeAllConnections();
    await closed;
  };
  return { url: inspector.url, close, [Symbol.asyncDispose]: close };
}
