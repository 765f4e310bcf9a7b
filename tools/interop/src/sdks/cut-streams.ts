import { type AgentClient, connect, type FollowedEvent } from "@a2a/client";
import { grpc } from "@a2a/grpc/client";
import { type ChaosProxy, serveChaos } from "../chaos-proxy.ts";
import { SLOW } from "../matrix/peer.ts";
import { serveTcpProxy } from "../tcp-proxy.ts";
import { same } from "./checks.ts";
import { type AgentFacts, bindingOf, headersFor } from "./connect-options.ts";
import { collect, folded, textsOf } from "./events.ts";
import type { AgentProcess } from "./process.ts";
import type { OfferedInterface } from "./sdk.ts";

/** Follows a slow task over gRPC through a proxy that drops the connection twice; nothing may be lost or doubled. */
export async function cutConnectionTwice(client: AgentClient, { version }: OfferedInterface): Promise<void> {
  await using proxy = await serveTcpProxy(new URL(client.describe().url).host);
  const supportedInterfaces = [{ url: proxy.address, protocolBinding: "GRPC", protocolVersion: version }];
  const card = { ...client.card, supportedInterfaces };
  await using proxied = await connect("http://127.0.0.1", {
    card,
    versions: [version],
    bindings: [grpc],
    memory: new Map(),
    retryDelayMs: 20,
  });
  const events: FollowedEvent[] = [];
  for await (const event of proxied.stream("slow")) {
    events.push(event);
    if (events.length === 4 || events.length === 6) proxy.cut();
  }
  const task = folded(events);
  same(proxy.cuts >= 1, true);
  same(task.status.state, "TASK_STATE_COMPLETED");
  same(textsOf(task), textsOf(await client.getTask(task.id)));
  same(textsOf(task), SLOW.join(""));
}

/** Follows a slow task through a proxy that drops the connection twice; nothing may be lost or doubled. */
export async function cutTwice(
  client: AgentClient,
  agent: AgentProcess,
  offer: OfferedInterface,
  sdk: AgentFacts,
): Promise<void> {
  await using proxy: ChaosProxy = await serveChaos(agent.url);
  // The card names the agent's own URL, so the interface is given by hand.
  const { url } = client.describe();
  const card = {
    ...client.card,
    supportedInterfaces: [
      { url: url.replace(agent.url, proxy.url), protocolBinding: offer.binding, protocolVersion: offer.version },
    ],
  };
  const proxied = await connect(card, {
    ...headersFor(sdk),
    versions: [offer.version],
    bindings: [bindingOf(offer.binding)],
    memory: new Map(),
    retryDelayMs: 20,
  });
  proxy.plan({ events: 4 }, { events: 2 });
  const events = await collect(proxied.stream("slow"));
  const task = folded(events);
  same(proxy.cuts >= 1, true);
  const own = await client.getTask(task.id);
  same(task.status.state, "TASK_STATE_COMPLETED");
  same(textsOf(task), textsOf(own));
  same(textsOf(task), SLOW.join(""));
  await proxied.close();
}
