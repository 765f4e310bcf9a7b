import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { createPostgresEngine } from "@a2a/postgres";
import { createId, type KnownVersion } from "@a2a/types";
import { serveHarbour } from "./our-server.ts";
import type { MatrixPeer } from "./peer.ts";

/** Three replicas on one database, behind a proxy that sends every request to another one. */
export interface ReplicatedPeer extends MatrixPeer {
  /** How many requests each replica got. */
  readonly requests: readonly number[];
}

/** Serves the agent of the matrix from three replicas. */
export async function serveReplicated(databaseUrl: string, version?: KnownVersion): Promise<ReplicatedPeer> {
  const schema = `matrix_${createId().replaceAll("-", "").slice(-16)}`;
  const targets: MatrixPeer[] = [];
  const requests = [0, 0, 0];
  let turn = 0;
  const proxy = createServer((incoming, outgoing) => {
    const index = turn++ % targets.length;
    requests[index] = (requests[index] ?? 0) + 1;
    const target = new URL(incoming.url ?? "/", targets[index]?.url);
    const upstream = send(target, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`; // a TCP server has one
  for (let n = 0; n < 3; n++) {
    const engine = await createPostgresEngine({ connectionString: databaseUrl, schema, maxConnections: 4 });
    targets.push(
      await serveHarbour({
        engine,
        publicUrl: url,
        ...(version && { versions: [version] }),
        webhooks: { egress: { allowPrivate: true, allowHttp: true } },
      }),
    );
  }
  return {
    url,
    requests,
    release: () => {
      for (const target of targets) target.release();
    },
    holding: () => targets.reduce((sum, target) => sum + target.holding(), 0),
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      for (const target of targets) await target[Symbol.asyncDispose]();
    },
  };
}
