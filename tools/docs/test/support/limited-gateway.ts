import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buildCard } from "@a2a/card";
import type { AgentOptions } from "@a2a/gateway";
import { type ServeGatewayOptions, serveGateway } from "@a2a/gateway/node";
import { bearer } from "@a2a/server";
import { silentLogger } from "@a2a/types";
import { type Answer, type Called, start } from "./limited-agent.ts";

/** Makes calls at a gateway with some limits, before an agent: that of `limited-agent.ts`, or the one that is named by its URL. */
export async function behindGateway(
  options: Partial<ServeGatewayOptions>,
  agent: Partial<AgentOptions>,
  use: (gateway: Called) => Promise<Answer>,
): Promise<Answer> {
  await using served = await start({});
  const { url = served.url } = agent;
  const card = buildCard({ name: "Limited" }, { url: `${url}/a2a` });
  const gateway = await serveGateway({
    store: "memory",
    webhooks: false,
    auth: [bearer({ tokens: { t: "ann" } })],
    logger: silentLogger,
    defaultAgent: "limited",
    ...options,
    agents: { limited: { ...agent, url, card, credentials: { pass: true } } },
  });
  try {
    return await use(gateway);
  } finally {
    gateway.server.closeAllConnections();
    await gateway.close({ drainMs: 0 });
  }
}

/** Makes calls at a server that never answers. */
export async function silentServer(use: (url: string) => Promise<Answer>): Promise<Answer> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // a TCP server has one
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
