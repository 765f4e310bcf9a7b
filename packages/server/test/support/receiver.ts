import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "@a2a/types";

/** A delivery to the receiver. */
export interface Delivery {
  readonly body: JsonObject;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly method: string | undefined;
}

/** A webhook receiver on a free port with scripted answers; yields deliveries as they arrive. */
export async function receiver(answer: (n: number) => number = () => 200) {
  const deliveries: Delivery[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    deliveries.push({ body: JSON.parse(text) as JsonObject, text, headers: request.headers, method: request.method });
    response.writeHead(answer(deliveries.length), { Location: "http://127.0.0.1:1/" }).end();
    for (const { count, resolve } of waiting) if (deliveries.length >= count) resolve();
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    seen: (count: number) =>
      new Promise<Delivery[]>((resolve) => {
        const done = () => resolve(deliveries);
        if (deliveries.length >= count) done();
        else waiting.push({ count, resolve: done });
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Options of an agent that may deliver to loopback addresses. */
export const local = { webhooks: { egress: { allowPrivate: true, allowHttp: true } } };
