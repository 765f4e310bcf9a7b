import type { BindingName } from "@a2a/bridge";
import { type AgentClient, connect } from "@a2a/client";
import { grpc } from "@a2a/grpc/client";
import type { KnownVersion } from "@a2a/types";
import { columns } from "../matrix/columns.ts";
import {
  type OfficialCaller,
  officialCaller0_2,
  officialCaller0_3,
  officialCaller1_0,
} from "../matrix/official-callers.ts";
import { LINES, type MatrixPeer } from "../matrix/peer.ts";
import { until } from "../until.ts";

/** A caller in front of the gateway. */
export interface GatewayCaller {
  readonly name: string;
  readonly version: KnownVersion;
  readonly binding: BindingName;
  /** Everything that it tries at an address, by column. Each throws on failure. */
  attempts(url: string, peer: MatrixPeer): Promise<Readonly<Record<string, () => Promise<void>>>>;
}

/** Our client, pinned to one protocol version and binding. */
function ours(version: KnownVersion, binding: BindingName): GatewayCaller {
  return {
    name: "our client",
    version,
    binding,
    async attempts(url, peer) {
      const options = {
        versions: [version],
        bindings: [binding === "GRPC" ? grpc : binding],
        pollIntervalMs: 20,
        memory: new Map<string, string>(),
      };
      const client = await connect(url, options);
      return bound({ ...columns, ...more }, client, peer);
    },
  };
}

function bound<Caller>(
  all: Readonly<Record<string, (caller: Caller, peer: MatrixPeer) => Promise<void>>>,
  caller: Caller,
  peer: MatrixPeer,
): Record<string, () => Promise<void>> {
  return Object.fromEntries(Object.entries(all).map(([name, attempt]) => [name, () => attempt(caller, peer)]));
}

/** Operations beside those that are tried without a gateway. */
const more: Readonly<Record<string, (client: AgentClient) => Promise<void>>> = {
  list: async (client) => {
    const answer = await client.send("tides");
    const { tasks } = await client.listTasks({ pageSize: 100 });
    const id = "task" in answer ? answer.task.id : "";
    if (!tasks.some((task) => task.id === id)) throw new Error(`task ${id} is not listed`);
  },
  webhooks: async (client) => {
    const answer = await client.send("tides");
    const taskId = "task" in answer ? answer.task.id : "";
    const { id = "" } = await client.createPushConfig({ taskId, url: "http://127.0.0.1:9/hook", token: "tok" });
    const read = await client.getPushConfig(taskId, id);
    if (read.url !== "http://127.0.0.1:9/hook" || read.token !== "tok") throw new Error(JSON.stringify(read));
  },
  "list and delete webhooks": async (client) => {
    const answer = await client.send("tides");
    const taskId = "task" in answer ? answer.task.id : "";
    const { id = "" } = await client.createPushConfig({ taskId, url: "http://127.0.0.1:9/hook" });
    const count = async () => (await client.listPushConfigs(taskId)).length;
    if ((await count()) !== 1) throw new Error("expected one webhook");
    await client.deletePushConfig(taskId, id);
    if ((await count()) !== 0) throw new Error("expected no webhook");
  },
  "extended card": async (client) => {
    const { name, supportedInterfaces } = await client.extendedCard();
    if (name !== "Harbour, for members") throw new Error(`found the card of ${name}`);
    // Over gRPC all agents share an address, which the agents' own credentials keep from being theirs.
    const own = client.card.supportedInterfaces.map(({ url }) => url);
    if (!supportedInterfaces.every(({ url }) => url.includes("/agents/") || (own.includes(url) && !url.includes("/"))))
      throw new Error("it names the agent's URL");
  },
};

/** An official client. */
function official(
  name: string,
  version: KnownVersion,
  binding: BindingName,
  open: (url: string, binding: string) => Promise<OfficialCaller>,
): GatewayCaller {
  return {
    name,
    version,
    binding,
    async attempts(url, peer) {
      const caller = await open(`${url}/`, binding);
      const possible = Object.entries(officialAttempts).filter(([name]) =>
        (NEEDED[name] ?? []).every((method) => caller[method]),
      );
      return bound(Object.fromEntries(possible), caller, peer);
    },
  };
}

const HOOK = { url: "http://127.0.0.1:9/hook", token: "tok" };
const TIDES = LINES.join("");

const officialAttempts: Readonly<Record<string, (caller: OfficialCaller, peer: MatrixPeer) => Promise<void>>> = {
  send: async (caller) => same((await caller.send("tides")).text, TIDES),
  stream: async (caller) => {
    const said = await caller.stream("tides");
    same(said.filter((text) => TIDES.includes(text)).join(""), TIDES);
    same(said.at(-1), "completed");
  },
  get: async (caller) => same((await caller.get((await caller.send("tides")).id)).text, TIDES),
  cancel: async (caller) => {
    const { id } = await caller.send("hold", { wait: false });
    await until(async () => (await caller.get(id)).state === "working");
    await caller.cancel(id);
    await until(async () => (await caller.get(id)).state === "canceled");
  },
  resubscribe: async (caller, peer) => {
    const { id } = await caller.send("hold", { wait: false });
    await until(async () => (await caller.get(id)).state === "working");
    await caller.resubscribe(id, () => peer.release());
    same((await caller.get(id)).text, TIDES);
  },
  "input required": async (caller) => {
    const task = await caller.send("ask");
    same(task.state, "input-required");
    same((await caller.send("Kiel", { task })).text, "tides of Kiel");
  },
  list: async (caller) => {
    const { id, contextId } = await caller.send("tides");
    same((await caller.list?.(contextId))?.join(), id);
  },
  webhooks: async (caller) => {
    const { id } = await caller.send("tides");
    same(await caller.setPush(id, HOOK), HOOK.url);
    same(await caller.getPush(id), HOOK.url);
  },
  "list and delete webhooks": async (caller) => {
    const { id } = await caller.send("tides");
    await caller.setPush(id, HOOK);
    same((await caller.listPush?.(id))?.join(), HOOK.url);
    await caller.deletePush?.(id);
    same((await caller.listPush?.(id))?.length, 0);
  },
  "extended card": async (caller) => same(await caller.extendedCard?.(), "Harbour, for members"),
};

/** Operations that not every SDK has. */
const NEEDED: Readonly<Record<string, readonly (keyof OfficialCaller)[]>> = {
  list: ["list"],
  "list and delete webhooks": ["listPush", "deletePush"],
  "extended card": ["extendedCard"],
};

function same(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
}

/** Every kind of caller that the gateway is tried with. */
export const gatewayCallers: readonly GatewayCaller[] = [
  ours("1.0", "JSONRPC"),
  ours("1.0", "HTTP+JSON"),
  ours("0.3", "JSONRPC"),
  ours("0.3", "HTTP+JSON"),
  ours("1.0", "GRPC"),
  ours("0.3", "GRPC"),
  ours("0.2", "JSONRPC"),
  ours("0.1", "JSONRPC"),
  official("@a2a-js/sdk 1.3.0", "1.0", "JSONRPC", officialCaller1_0),
  official("@a2a-js/sdk 1.3.0", "1.0", "HTTP+JSON", officialCaller1_0),
  official("@a2a-js/sdk 0.3.14", "0.3", "JSONRPC", officialCaller0_3),
  official("@a2a-js/sdk 0.3.14", "0.3", "HTTP+JSON", officialCaller0_3),
  official("@a2a-js/sdk 0.2.5", "0.2", "JSONRPC", officialCaller0_2),
];
