import { request as forward } from "node:http";
import { listening, type Served } from "../official-servers.ts";

/** A proxy that cuts the first stream of events after its first event, and leaves everything else alone. */
export interface CuttingProxy extends Served {
  /** Settles when it has done so. */
  readonly cut: Promise<void>;
}

/** Stands before a server whose address is known later: the server has to be told this one first. */
export async function serveCutting(target: () => string): Promise<CuttingProxy> {
  const { promise: cut, resolve: done } = Promise.withResolvers<void>();
  let streams = 0;
  const served = await listening((incoming, outgoing) => {
    const { method, headers, url = "/" } = incoming;
    const upstream = forward(new URL(url, target()), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const isStream = String(answer.headers["content-type"]).startsWith("text/event-stream");
      if (!isStream || ++streams > 1) return void answer.pipe(outgoing);
      let text = "";
      answer.on("data", (chunk: Buffer) => {
        text += String(chunk);
        const end = text.indexOf("\n\n");
        if (end < 0 || outgoing.destroyed) return;
        outgoing.write(text.slice(0, end + 2), () => {
          outgoing.socket?.destroy();
          done();
        });
      });
      return undefined;
    });
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  return { ...served, url: served.url, cut };
}
