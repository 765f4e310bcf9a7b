import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { isEventStream } from "@a2a/bridge";

/** Where a stream is cut: after so many events, or after so many bytes. */
export type Cut = { readonly events: number } | { readonly bytes: number };

/** A proxy that drops connections in the middle of event streams. */
export interface ChaosProxy extends AsyncDisposable {
  readonly url: string;
  /** Where to drop the next streams, in order; later ones pass. */
  plan(...cuts: Cut[]): void;
  /** How many connections have been cut. */
  readonly cuts: number;
}

/** Starts a proxy for a server. */
export async function serveChaos(target: string): Promise<ChaosProxy> {
  let planned: Cut[] = [];
  let cuts = 0;
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: new URL(target).host };
    const upstream = send(new URL(incoming.url ?? "/", target), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const streams = isEventStream(answer.headers["content-type"]);
      const cut = streams ? planned.shift() : undefined;
      if (cut === undefined) return void answer.pipe(outgoing);
      outgoing.flushHeaders();
      const keeps = measure(cut);
      answer.on("data", function forward(chunk: Buffer) {
        const kept = keeps(chunk);
        if (kept === undefined) return void outgoing.write(chunk);
        cuts++;
        answer.off("data", forward).destroy();
        const destroy = () => outgoing.socket?.resetAndDestroy();
        if (kept === 0) destroy();
        else outgoing.write(chunk.subarray(0, kept), destroy);
      });
      answer.on("end", () => outgoing.end());
      return undefined;
    });
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("error", () => undefined);
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has one
    plan(...next) {
      planned = next;
    },
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** How much of each chunk is kept; `undefined` while there is nothing to cut yet. */
function measure(cut: Cut): (chunk: Buffer) => number | undefined {
  let left = "events" in cut ? cut.events : cut.bytes;
  if ("bytes" in cut) {
    return (chunk) => {
      left -= chunk.length;
      return left < 0 ? left + chunk.length : undefined;
    };
  }
  return (chunk) => {
    if (left === 0) return 0;
    for (const { index, 0: blank } of chunk.toString("latin1").matchAll(/\r?\n\r?\n/g)) {
      if (--left === 0) return index + blank.length;
    }
    return undefined;
  };
}
