import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDemoServer, tck } from "@a2a/cli";
import { serveGateway } from "@a2a/gateway/node";
import { listenGrpc } from "@a2a/grpc/server";
import { bearer } from "@a2a/server";
import { type GrpcOptions, type ServeOptions, serve } from "@a2a/server/node";
import { type ProtocolVersion, silentLogger } from "@a2a/types";
import type { AgentAddress } from "../acts/http-agent.ts";

/** The agents that a kit is run against. */
export interface Setup extends AsyncDisposable {
  readonly name: SetupName;
  /** An agent that asks for no credentials, with all capabilities. */
  readonly open: AgentAddress;
  /** The same agent at the root of its host. */
  readonly root: string;
  /** An agent that asks for credentials and has an extended card; its headers are those of a caller who may use it. */
  readonly secured: AgentAddress;
  /** The headers of another caller who may use the secured agent. */
  readonly otherCaller: Readonly<Record<string, string>>;
  /** The token of a caller that the secured agent knows and lets do nothing. */
  readonly powerlessToken: string;
  /** An agent without streams, webhooks and extended card. */
  readonly bare: AgentAddress;
}

/** The ways in which the agents are served. */
export const setupNames = ["directly", "through the gateway", "on SQLite"] as const;
/** One of them. */
export type SetupName = (typeof setupNames)[number];

const webhooks = { egress: { allowPrivate: true, allowHttp: true } };
const card = {
  name: "TCK agent",
  description: "Behaves as the public compatibility kits expect.",
  skills: [{ id: "tck", name: "TCK", description: "Acts by the prefix of the message.", tags: ["test"] }],
  defaultInputModes: ["text/plain", "application/json"],
  defaultOutputModes: ["text/plain", "application/json"],
};

/** Starts the agents. A kit for `version` reaches those behind a gateway in that protocol version. */
export async function startSetup(name: SetupName, version: ProtocolVersion): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), "a2a-kit-"));
  const storeOf = (agent: string) => (name === "on SQLite" ? `sqlite:${join(folder, agent)}.db` : "memory");
  // The kit for 0.3 takes every address in a card for one of HTTP.
  const grpc = version === "1.0" ? { grpc: { listen: listenGrpc } } : {};
  await using parts = new AsyncDisposableStack();
  const served = async (agent: string, options: Partial<ServeOptions>) => {
    const shared = { card, executor: tck, ...grpc, logger: silentLogger, turns: { deduplicate: false } };
    const running = await serve({ ...shared, store: storeOf(agent), ...options });
    parts.defer(() => running.close({ drainMs: 0 }));
    return running.url;
  };
  const open = await startDemoServer({ agent: "tck", store: storeOf("open"), allowLoopbackWebhooks: true, ...grpc });
  parts.defer(() => open.close({ drainMs: 0 }));
  const secured = await served("secured", {
    webhooks,
    auth: [bearer({ tokens: { "alice-token": "alice", "bob-token": "bob", "eve-token": "eve" } })],
    security: { authorize: ({ subject }) => subject !== "eve" },
    extendedCard: (caller) => ({ ...extendedCard, description: `For ${caller.subject}` }),
  });
  const bare = await served("bare", { webhooks: false, card: { ...card, capabilities: { streaming: false } } });
  const urls = { open: open.url, secured, bare };
  const reached =
    name === "through the gateway" ? await relayed(urls, version, grpc, parts) : { ...urls, root: open.url };
  const running = parts.move();
  return {
    name,
    open: { url: reached.open },
    root: reached.root,
    secured: { url: reached.secured, headers: { Authorization: "Bearer alice-token" } },
    otherCaller: { Authorization: "Bearer bob-token" },
    powerlessToken: "eve-token",
    bare: { url: reached.bare },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const extendedCard = {
  ...card,
  version: "1.0.0",
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
  supportedInterfaces: [{ url: "https://agent.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
};

async function relayed(
  urls: Readonly<Record<"open" | "secured" | "bare", string>>,
  version: ProtocolVersion,
  grpc: { readonly grpc?: GrpcOptions },
  parts: AsyncDisposableStack,
) {
  // The agents act by the protocol version in which they are called, so the gateway calls them in that of the kit.
  const versions = [version];
  const gateway = await serveGateway({
    store: "memory",
    webhooks,
    ...grpc,
    logger: silentLogger,
    defaultAgent: "open",
    agents: {
      open: { url: urls.open, versions },
      secured: { url: urls.secured, versions, credentials: { pass: true } },
      bare: { url: urls.bare, versions },
    },
  });
  parts.defer(() => gateway.close({ drainMs: 0 }));
  const at = (agent: string) => `${gateway.url}/agents/${agent}`;
  return { open: at("open"), root: gateway.url, secured: at("secured"), bare: at("bare") };
}
