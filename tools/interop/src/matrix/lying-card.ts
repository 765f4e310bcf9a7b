import { request as send } from "node:http";
import { serve } from "../loopback.ts";
import type { MatrixPeer } from "./peer.ts";

/** A proxy that serves another card for an agent and forwards everything else. `undefined`: no card. */
export async function withCard(peer: MatrixPeer, card: ((url: string) => object) | undefined): Promise<MatrixPeer> {
  const served = await serve((incoming, outgoing) => {
    if (incoming.url?.startsWith("/.well-known/")) {
      const body = card && JSON.stringify(card(served.url));
      outgoing.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json", Connection: "close" });
      return outgoing.end(body ?? "{}");
    }
    const headers = { ...incoming.headers, host: new URL(peer.url).host };
    const upstream = send(new URL(incoming.url ?? "/", peer.url), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" });
      answer.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  return {
    url: served.url,
    release: () => peer.release(),
    holding: () => peer.holding(),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
    },
  };
}

/** A card of 1.0 that offers one interface, right or wrong. */
export function cardOffering(protocolVersion: string, protocolBinding: string, path: string): (url: string) => object {
  return (url) => ({
    name: "Harbour",
    description: "Knows the tides.",
    supportedInterfaces: [{ url: url + path, protocolBinding, protocolVersion }],
    version: "1.0.0",
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "tides", name: "Tides", description: "High and low water", tags: ["sea"] }],
  });
}
