import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** A load balancer: every request goes to the next server that is up. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** The servers, which may change. */
  targets: readonly string[];
  /** Called with the server that answers a request. */
  onRoute: (target: string) => void;
}

/** Starts a load balancer. */
export async function startBalancer(): Promise<Balancer> {
  let turn = 0;
  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, attempts: number) => {
    const target = balancer.targets[turn++ % balancer.targets.length] ?? "";
    const url = new URL(incoming.url ?? "/", target);
    const upstream = send(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      balancer.onRoute(target);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.on("error", () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    upstream.on("error", () => {
      if (outgoing.headersSent || attempts === 0) outgoing.destroy();
      else forward(incoming, body, outgoing, attempts - 1);
    });
    outgoing.on("close", () => upstream.destroy());
    upstream.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => forward(incoming, Buffer.concat(chunks), outgoing, balancer.targets.length));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const balancer: Balancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has one
    targets: [],
    onRoute: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return balancer;
}
