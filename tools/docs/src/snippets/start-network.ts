import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { AgentCardBuilder } from "@a2a/card";
import { connect } from "@a2a/client";
import { inProcessClient } from "@a2a/http";
import { type AgentHandler, type AgentHandlerOptions, apiKey, createAgentHandler } from "@a2a/server";
import { createMemoryEngine } from "@a2a/server/memory";
import { toNodeListener } from "@a2a/server/node";
import { textOf } from "@a2a/types";
import pg from "pg";
import { startPostgres } from "test-kit/postgres-server";
import { selfSigned } from "test-kit/self-signed";
import type { Network } from "./network.ts";

/** The parts of the network that all pages share. */
export interface SharedNetwork extends AsyncDisposable {
  readonly network: Omit<Network, "ports">;
  /** The id of a task of the agent. */
  readonly taskId: string;
}

/** The password of the role `agent`, by which documents connect. */
export const POSTGRES_PASSWORD = "of-the-snippets";

/** The host whose agent asks for a key and has an extended card. All others have the same agent without. */
const SECURED = "desk.example";

const agent: AgentHandlerOptions = {
  engine: createMemoryEngine(),
  card: { name: "Tide Clerk", description: "Knows when the water is high.", defaultInputModes: ["*/*"] },
  executor: async function* ({ message }) {
    yield `You asked: ${textOf(message)}. High water is at noon.`;
  },
  webhooks: { http: inProcessClient(() => new Response(null, { status: 204 })) },
};

const secured: AgentHandlerOptions = {
  ...agent,
  auth: [apiKey({ keys: { "k-7c1f": "reader" } })],
  extendedCard: () => AgentCardBuilder.buildCard({ name: "Tide Clerk", url: `https://${SECURED}/a2a` }),
};

/** Starts the agent that answers for every host of the documents, and a PostgreSQL with the roles and databases that they name. */
export async function startNetwork(): Promise<SharedNetwork> {
  const postgres = await startPostgres();
  await createRoles(postgres.url);
  const plain = await listen(createServer(agentsOf("http")));
  const tls = await listen(createTlsServer(selfSigned, agentsOf("https")));
  return {
    taskId: await createTask(plain.port),
    network: { plain: plain.port, tls: tls.port, postgres: Number(new URL(postgres.url).port), ca: selfSigned.cert },
    async [Symbol.asyncDispose]() {
      await Promise.all([plain.close(), tls.close(), postgres.stop()]);
    },
  };
}

/** An agent for each host, whose card has the host's address. */
function agentsOf(scheme: string): RequestListener {
  const agents = new Map<string, AgentHandler>();
  return toNodeListener((request, signal) => {
    const { host = "" } = request.headers;
    const found =
      agents.get(host) ??
      createAgentHandler({ ...(host === SECURED ? secured : agent), baseUrl: `${scheme}://${host}` });
    agents.set(host, found);
    return found.handle(request, signal);
  });
}

async function createTask(port: number): Promise<string> {
  const client = await connect(`http://127.0.0.1:${port}`);
  const answer = await client.send("When is high water?");
  return "task" in answer ? answer.task.id : "";
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
