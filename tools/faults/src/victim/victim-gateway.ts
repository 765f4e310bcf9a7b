// The gateway under attack, in a process of its own, before the agent of `victim-server.ts` in another.

import { serveGateway } from "@a2a/gateway/node";
import { bearer } from "@a2a/server";
import { startChild } from "./child.ts";
import { readingOf } from "./reading.ts";
import type { VictimOptions } from "./victim-server.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as VictimOptions;
const agent = await startChild<{ url: string }>("victim-server.ts", options);
const { server, url } = await serveGateway({
  store: "memory",
  push: false,
  agents: { victim: { url: agent.first.url, ...(options.auth !== false && { credentials: { pass: true } }) } },
  defaultAgent: "victim",
  ...(options.auth !== false && {
    auth: [bearer({ verify: (token) => (token.startsWith("token-") ? { subject: token.slice(6) } : undefined) })],
  }),
  logger: { debug() {}, info() {}, warn() {}, error() {} },
});

process.on("message", () => void readingOf(server).then((reading) => process.send?.(reading)));
process.on("disconnect", () => process.exit());
process.send?.({ url });
