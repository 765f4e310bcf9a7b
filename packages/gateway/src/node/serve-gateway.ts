import { nodeDial } from "@a2a/client/internal/dial";
import type { EgressPolicy } from "@a2a/http";
import { urlGuard } from "@a2a/http";
import { isSpecialAddress, type NodeClient, nodeClient } from "@a2a/http/node";
import {
  checkGrpc,
  type Listening,
  type ListenOptions,
  LOOPBACK,
  listenNames,
  listenWith,
  openGrpc,
  webhookEgress,
} from "@a2a/server/backend-node";
import { type GrpcOptions, stderrLogger } from "@a2a/server/node";
import { isLoopback } from "@a2a/types/internal";
import type { AgentOptions } from "../agents/agent-options.ts";
import { checkGatewayOptions, gatewayOptionNames, type MemberNames } from "../gateway/check-options.ts";
import { createGateway, type Gateway, servedCodecs } from "../gateway/gateway.ts";
import type { GatewayOptions, GatewayWebhookOptions } from "../gateway/options.ts";
import type { RouteStore } from "../routes/route-store.ts";
import { openRoutes, secretKeyOf } from "./open-routes.ts";

/** A gateway and where it listens. */
export interface ServeGatewayOptions
  extends Omit<GatewayOptions, "baseUrl" | "http" | "httpFor" | "dialFor" | "grpcOffer" | "webhooks" | "routes">,
    ListenOptions {
  /**
   * Where routes are stored: `memory`, or `sqlite:FILE`. Default `sqlite:.a2a/gateway.db`. `routes` takes precedence.
   */
  store?: string;
  /** Where routes are stored, such as `createPostgresRoutes` of `@a2a/gateway/postgres`; closed with the gateway. */
  routes?: RouteStore;
  /** Serves callers over gRPC as well, at a port of its own, with the package `@a2a/grpc`; cards list it. Default false. */
  grpc?: boolean | GrpcOptions;
  /**
   * Whether notifications are relayed, and how webhooks are called. Default: relayed, to public addresses over HTTPS, at ports 443 and
   * 80 unless `egress.ports` names others; a gateway that only this machine can reach also calls webhooks on it.
   */
  webhooks?: boolean | (Partial<GatewayWebhookOptions> & { egress?: EgressPolicy });
}

/** A gateway that listens. */
export interface RunningGateway extends Listening {
  readonly gateway: Gateway;
  /** Where gRPC is served: `host:port`. Absent without `grpc`. */
  readonly grpcAddress?: string;
}

/**
 * Serves a gateway over HTTP. Options are checked before anything listens; warnings and errors are logged to stderr unless `logger` says
 * otherwise. Rejects when the gateway can be reached from other machines and asks nobody for credentials.
 */
export async function serveGateway(options: ServeGatewayOptions): Promise<RunningGateway> {
  checkGatewayOptions(options, serveGatewayNames);
  const { host = "127.0.0.1", publicUrl, logger = stderrLogger(), store = "sqlite:.a2a/gateway.db" } = options;
  checkExposure(host, options);
  checkGrpc(options.grpc, host, options.tls);
  const grpc = await openGrpc(options.grpc, servedCodecs(options.versions), {
    host,
    tls: options.tls,
    ...options.listener,
  });
  const routes = options.routes ?? openRoutes(store);
  const clients: NodeClient[] = [];
  const client = (egress: EgressPolicy, connections: number) => {
    const made = nodeClient({ egress, connections });
    clients.push(made);
    return made.http;
  };
  const webhooks = webhookOptions(options, options.routes ? undefined : store, client);
  if (webhooks && options.routes && webhooks.secretKey === undefined) {
    logger.warn({}, "the secrets of webhooks are stored in plain text: set webhooks.secretKey to encrypt them");
  }
  const close = async () => {
    await grpc?.close();
    await Promise.all([...clients.map((each) => each.close()), options.routes ? undefined : routes.close()]);
  };
  let gateway: Gateway | undefined;
  try {
    const listening = await listenWith({ ...options, host, logger }, (url) => {
      const { security } = options;
      const hosts = Object.values(options.agents).flatMap((agent) => (agent.hosts ?? []).map(hostName));
      const made = createGateway({
        ...gatewayPart(options),
        logger,
        routes,
        baseUrl: publicUrl ?? url,
        security: {
          ...security,
          ...(isLoopback(host) && { allowedHosts: [...LOOPBACK, ...hosts, ...(security?.allowedHosts ?? [])] }),
        },
        // A client of its own for each agent: one that hangs does not take the connections of others.
        httpFor: (_name, agent) => client({ allowHosts: ownHosts(agent) }, MAX_CONNECTIONS),
        dialFor: (_name, agent) => nodeDial(ownHosts(agent)),
        ...(grpc && { grpcOffer: { address: grpc.address, versions: grpc.versions } }),
        ...(webhooks && { webhooks }),
      });
      grpc?.start(made.calls);
      gateway = made;
      const drain = (how?: { drainMs?: number }) => {
        grpc?.drain();
        return made.close(how);
      };
      const isReady = () => made.health().status === "ok";
      return { handle: made.handle, isReady, drain, close };
    });
    return { ...listening, gateway: gateway as unknown as Gateway, ...(grpc && { grpcAddress: grpc.address }) }; // made when it began to listen
  } catch (error) {
    await close();
    throw error;
  }
}

/** The options that concern the gateway, and not where it listens. */
function gatewayPart({ webhooks: _, ...options }: ServeGatewayOptions): Omit<GatewayOptions, "webhooks"> {
  const own = Object.entries(options).filter(([name]) => Object.hasOwn(gatewayOptionNames, name));
  return Object.fromEntries(own) as unknown as GatewayOptions; // the members of one, by their names
}

const { baseUrl, http, httpFor, dialFor, grpcOffer, ...shared } = gatewayOptionNames;
const serveGatewayNames: MemberNames<ServeGatewayOptions> = {
  ...shared,
  ...listenNames,
  store: true,
  grpc: true,
};

/** Each open stream takes a connection. */
const MAX_CONNECTIONS = 4_096;

function checkExposure(host: string, { auth, security, agents }: ServeGatewayOptions): void {
  const isChecked = auth || security?.authenticate || security?.allowAnonymous;
  const isUpToAgents = Object.values(agents).every(
    ({ credentials }) => typeof credentials === "object" && "pass" in credentials,
  );
  if (isLoopback(host) || isChecked || isUpToAgents) return;
  throw new TypeError(
    `${host} can be reached from other machines: pass \`auth\` to ask callers for credentials, or \`security: { allowAnonymous: true }\``,
  );
}

function webhookOptions(
  { webhooks = true, ...exposure }: ServeGatewayOptions,
  store: string | undefined,
  client: (egress: EgressPolicy, connections: number) => GatewayWebhookOptions["http"],
): GatewayWebhookOptions | undefined {
  if (webhooks === false) return undefined;
  const { egress: asked, ...rest } = webhooks === true ? {} : webhooks;
  const egress = webhookEgress(asked, exposure);
  const secretKey = rest.secretKey ?? (store === undefined ? undefined : secretKeyOf(store));
  return {
    guard: urlGuard(egress, isSpecialAddress),
    http: client(egress, 128),
    ...rest,
    ...(secretKey !== undefined && { secretKey }),
  };
}

/** The hosts that the operator named as the agent's, which need not be public. */
function ownHosts({ url, origins = [] }: AgentOptions): string[] {
  return [url, ...origins].map((each) => new URL(each).host);
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, "");
}
