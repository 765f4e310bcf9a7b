import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { inProcessClient } from "@a2a/http";
import { type AgentHandlerOptions, apiKey, createAgentHandler } from "@a2a/server";
import { toNodeListener } from "@a2a/server/node";
import { textOf } from "@a2a/types";
import pg from "pg";
import { startPostgres } from "postgres-server";
import { selfSigned } from "test-kit/self-signed";
import type { Network } from "./network.ts";

/** The parts of the network that all pages share. */
export interface SharedNetwork extends AsyncDisposable {
  readonly network: Omit<Network, "ports">;
}

/** The password of the role `agent`, by which documents connect. */
export const POSTGRES_PASSWORD = "of-the-snippets";

/** The host whose agent asks for a key and has an extended card. All others have the same agent without. */
const SECURED = "desk.example";

const agent: AgentHandlerOptions = {
  card: { name: "Tide Clerk", description: "Knows when the water is high.", defaultInputModes: ["*/*"] },
  executor: async function* ({ message }) {
    yield `You asked: ${textOf(message)}. High water is at noon.`;
  },
  push: { http: inProcessClient(() => new Response(null, { status: 204 })) },
};

/** Starts the agent that answers for every host of the documents, and a PostgreSQL with the roles and databases that they name. */
export async function startNetwork(): Promise<SharedNetwork> {
  const postgres = await startPostgres();
  await createRoles(postgres.url);
  const open = createAgentHandler(agent);
  const secured = createAgentHandler({
    ...agent,
    auth: [apiKey({ keys: { "k-7c1f": "reader" } })],
    extendedCard: () => open.card,
  });
  const answer = toNodeListener((request, signal) => {
    const isSecured = request.headers.host === SECURED;
    return (isSecured ? secured : open).handle(request, signal);
  });
  const plain = await listen(createServer(answer));
  const tls = await listen(createTlsServer(selfSigned, answer));
  return {
    network: { plain: plain.port, tls: tls.port, postgres: Number(new URL(postgres.url).port), ca: selfSigned.cert },
    async [Symbol.asyncDispose]() {
      await Promise.all([plain.close(), tls.close(), postgres.stop()]);
    },
  };
}

async function createRoles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create role agent superuser login password '${POSTGRES_PASSWORD}'`);
  await client.query("create database agents owner agent");
  await client.end();
}

async function listen(server: Server): Promise<{ port: number; close(): Promise<void> }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port, // a server that listens on TCP has such an address
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
