import type { BindingName } from "@a2a/bridge";
import { buildCard } from "@a2a/card";
import { listenGrpc } from "@a2a/grpc/server";
import { bearer } from "@a2a/server";
import type { KnownVersion } from "@a2a/types";
import { serveHarbour } from "../matrix/our-server.ts";
import type { MatrixPeer } from "../matrix/peer.ts";
import { serveSdk0_2, serveSdk0_3, serveSdk1_0 } from "../matrix/sdk-servers.ts";

/** An agent behind the gateway, and what the gateway speaks with it. */
export interface GatewayAgent {
  readonly name: string;
  readonly version: KnownVersion;
  readonly binding: BindingName;
  readonly open: () => Promise<MatrixPeer>;
  /** The columns that the agent does not support, with reasons. */
  readonly lacks?: readonly string[];
}

/** The token that the gateway shows to our own servers. */
export const GATEWAY_TOKEN = "gateway-token";

/** Our own server, pinned to one protocol version. */
function ours(version: KnownVersion, binding: BindingName): GatewayAgent {
  const open = () =>
    serveHarbour({
      store: "memory",
      ...(binding === "GRPC" && { grpc: { listen: listenGrpc } }),
      versions: [version],
      webhooks: { egress: { allowPrivate: true, allowHttp: true } },
      extendedCard: EXTENDED,
      auth: [bearer({ tokens: { [GATEWAY_TOKEN]: "gateway" } })],
    });
  return { name: "our server", version, binding, open };
}

const EXTENDED = buildCard({ name: "Harbour, for members" }, { url: "https://harbour.example/a2a" });

/** Every kind of agent that the gateway is tried with. */
export const gatewayAgents: readonly GatewayAgent[] = [
  ours("1.0", "JSONRPC"),
  ours("1.0", "HTTP+JSON"),
  ours("0.3", "JSONRPC"),
  ours("0.3", "HTTP+JSON"),
  ours("1.0", "GRPC"),
  ours("0.3", "GRPC"),
  ours("0.2", "JSONRPC"),
  ours("0.1", "JSONRPC"),
  {
    name: "@a2a-js/sdk 1.3.0",
    version: "1.0",
    binding: "JSONRPC",
    open: () => serveSdk1_0(),
    lacks: ["extended card"],
  },
  {
    name: "@a2a-js/sdk 1.3.0",
    version: "1.0",
    binding: "HTTP+JSON",
    open: () => serveSdk1_0(),
    lacks: ["extended card"],
  },
  { name: "@a2a-js/sdk 0.3.14", version: "0.3", binding: "JSONRPC", open: serveSdk0_3, lacks: ["extended card"] },
  {
    name: "@a2a-js/sdk 0.3.14",
    version: "0.3",
    binding: "HTTP+JSON",
    open: serveSdk0_3,
    lacks: ["list", "extended card"],
  },
  {
    name: "@a2a-js/sdk 0.2.5",
    version: "0.2",
    binding: "JSONRPC",
    open: serveSdk0_2,
    lacks: ["push", "webhooks", "list and delete webhooks", "extended card"],
  },
];
