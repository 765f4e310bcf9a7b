import type { BindingName } from "@a2a/bridge";
import { allCodecs } from "@a2a/bridge/all";
import { bearer } from "@a2a/client/auth";
import { serveGateway } from "@a2a/gateway/node";
import { grpc } from "@a2a/grpc/client";
import { grpcService } from "@a2a/grpc/descriptor";
import { listenGrpc } from "@a2a/grpc/server";
import { type KnownVersion, type OperationName, silentLogger } from "@a2a/types";
import type { MatrixPeer } from "../matrix/peer.ts";
import { GATEWAY_TOKEN, type GatewayAgent, gatewayAgents } from "./gateway-agents.ts";
import { type GatewayCaller, gatewayCallers } from "./gateway-callers.ts";

/** The results of one caller with one agent through the gateway. */
export interface GatewayCell {
  readonly caller: GatewayCaller;
  readonly agent: GatewayAgent;
  /** The operations that worked. */
  readonly works: readonly string[];
  /** The operations that one of the two versions or bindings lacks, or the agent does not support. */
  readonly absent: readonly string[];
  /** The operations that failed, with reasons. */
  readonly fails: readonly string[];
}

/** Tries everything with every pair of caller and agent. Two halves of the callers, each with agents of its own, wait at the same time. */
export async function tryGateway(): Promise<GatewayCell[]> {
  const middle = Math.ceil(gatewayCallers.length / 2);
  const halves = [gatewayCallers.slice(0, middle), gatewayCallers.slice(middle)];
  return (await Promise.all(halves.map(tryCallers))).flat();
}

/**
 * Lets some callers call through gateways in front of all agents. Each agent is the default agent of one of them, since callers of 0.3
 * over gRPC cannot name an agent.
 */
async function tryCallers(callers: readonly GatewayCaller[]): Promise<GatewayCell[]> {
  const peers = await Promise.all(gatewayAgents.map(({ open }) => open()));
  const agents = Object.fromEntries(
    gatewayAgents.map(({ version, binding }, index) => {
      const url = peers[index]?.url ?? "";
      const credentials = { own: bearer(GATEWAY_TOKEN) };
      return [
        `agent-${index}`,
        { url, versions: [version], bindings: [binding === "GRPC" ? grpc : binding], credentials },
      ];
    }),
  );
  const webhooks = { egress: { allowPrivate: true, allowHttp: true } };
  const gateways = await Promise.all(
    Object.keys(agents).map((defaultAgent) =>
      serveGateway({
        agents,
        defaultAgent,
        store: "memory",
        webhooks,
        logger: silentLogger,
        grpc: { listen: listenGrpc },
      }),
    ),
  );
  try {
    const cells = await Promise.all(
      gatewayAgents.map((agent, index) =>
        tryAgent(agent, callers, `${gateways[index]?.url}/agents/agent-${index}`, peers[index] as MatrixPeer),
      ),
    );
    return cells.flat();
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close({ drainMs: 0 })));
    await Promise.all(peers.map((peer) => peer[Symbol.asyncDispose]()));
  }
}

/** One caller after the other, since they share the tasks that the agent holds. */
async function tryAgent(
  agent: GatewayAgent,
  callers: readonly GatewayCaller[],
  url: string,
  peer: MatrixPeer,
): Promise<GatewayCell[]> {
  const cells: GatewayCell[] = [];
  for (const caller of callers) {
    const works: string[] = [];
    const absent: string[] = [];
    const fails: string[] = [];
    for (const [column, attempt] of Object.entries(await caller.attempts(url, peer))) {
      const isAbsent =
        agent.lacks?.includes(column) ||
        !canExpress(caller, OF_CALLERS[column]) ||
        !canExpress(agent, OF_AGENTS[column]);
      const failure = isAbsent ? undefined : await failureOf(attempt);
      if (isAbsent) absent.push(column);
      else if (failure === undefined) works.push(column);
      else fails.push(`${column}: ${failure}`);
    }
    cells.push({ caller, agent, works, absent, fails });
  }
  return cells;
}

async function failureOf(attempt: () => Promise<void>): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The operations that callers need for a column, beside sending and reading. */
const OF_CALLERS: Needs = {
  list: ["listTasks"],
  webhooks: ["createTaskPushNotificationConfig", "getTaskPushNotificationConfig"],
  "list and delete webhooks": ["listTaskPushNotificationConfigs", "deleteTaskPushNotificationConfig"],
  "extended card": ["getExtendedAgentCard"],
};

/** The same for agents: the gateway itself knows the webhooks of callers. */
const OF_AGENTS: Needs = {
  list: ["listTasks"],
  webhooks: ["createTaskPushNotificationConfig"],
  "list and delete webhooks": ["createTaskPushNotificationConfig"],
  "extended card": ["getExtendedAgentCard"],
};

type Needs = Readonly<Record<string, readonly OperationName[]>>;

/** Whether a protocol version has some operations over a binding. */
function canExpress({ version, binding }: Side, needed: readonly OperationName[] = []): boolean {
  const codec = allCodecs.find((candidate) => candidate.version === version);
  if (binding === "GRPC") {
    const methods = codec && grpcService(codec)?.methods;
    return needed.every((name) => methods?.[name] !== undefined);
  }
  const operations = binding === "JSONRPC" ? codec?.operations : (codec?.restForms?.fallback ?? codec?.operations);
  return needed.every((name) => {
    const row = operations?.[name];
    if (row?.clientOnly) return false;
    return binding === "JSONRPC" ? row?.rpcMethod !== undefined : (row?.routes?.length ?? 0) > 0;
  });
}

interface Side {
  readonly version: KnownVersion;
  readonly binding: BindingName;
}
