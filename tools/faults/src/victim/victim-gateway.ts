// The gateway under attack, in a process of its own, before the agent of `victim-server.ts` in another.

import { serveGateway } from "@a2a/gateway/node";
import { createPostgresRoutes } from "@a2a/gateway/postgres";
import { listenGrpc } from "@a2a/grpc/server";
import { bearer } from "@a2a/server";
import pg from "pg";
import { startChild } from "./child.ts";
import { readingOf } from "./reading.ts";
import type { VictimOptions } from "./victim-server.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as VictimOptions;
const { file, database } = options;
// The agent has the same heap.
const flags = process.execArgv.filter((flag) => flag.startsWith("--max-"));
const agent = await startChild<{ url: string }>("victim-server.ts", options, flags);
const { server, url } = await serveGateway({
  store: file ? `sqlite:${file}.routes` : "memory",
  ...(database && {
    routes: await createPostgresRoutes({
      pool: new pg.Pool({ connectionString: database.url }),
      schema: `${database.schema}_routes`,
    }),
  }),
  webhooks: false,
  ...(options.grpc && { grpc: { listen: listenGrpc } }),
  agents: { victim: { url: agent.first.url, ...(options.auth !== false && { credentials: { pass: true } }) } },
  defaultAgent: "victim",
  ...(options.auth !== false && {
    auth: [bearer({ verify: (token) => (token.startsWith("token-") ? { subject: token.slice(6) } : undefined) })],
  }),
  logger: { debug() {}, info() {}, warn() {}, error() {} },
});

process.on("message", () => void readingOf(server).then((reading) => process.send?.(reading)));
process.on("disconnect", () => process.exit());
process.send?.({ url, pids: [process.pid, agent.pid] });
