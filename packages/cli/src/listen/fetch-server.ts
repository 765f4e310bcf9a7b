import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

/** Something that listens on this machine. */
export interface FetchServer {
  readonly url: string;
  close(): Promise<void>;
}

const MAX_BYTES = 10 * 1024 * 1024;

/** Serves a `fetch` handler on loopback. The URL of a request has the bound address and ignores the Host header. */
export async function serveFetch(handle: (request: Request) => Promise<Response>, port: number): Promise<FetchServer> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has one
  server.on("request", (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    url,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const aborted = new AbortController();
    outgoing.once("close", () => aborted.abort());
    const given =
      body === undefined
        ? refused(413, "the delivery is too large")
        : await handle(toRequest(incoming, body, aborted.signal));
    outgoing.writeHead(given.status, Object.fromEntries(given.headers));
    if (given.body === null) outgoing.end();
    else await pipeline(given.body, outgoing);
  }

  function toRequest(
    { method = "GET", url: target = "/", headers }: IncomingMessage,
    body: Buffer<ArrayBuffer>,
    signal: AbortSignal,
  ): Request {
    const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    // A target that begins with two slashes would otherwise name a host.
    const address = new URL(url);
    const [path = "/", query = ""] = target.split("?", 2);
    address.pathname = path;
    address.search = query;
    return new Request(address, { method, headers: pairs, signal, ...(body.length > 0 && { body }) });
  }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refused(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
