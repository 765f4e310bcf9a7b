import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { AgentProcess, freePort } from "interop/src/sdks/process.ts";
import type { Command } from "interop/src/sdks/sdk.ts";
import { Agent } from "undici";
import type { Figures } from "../benchmark.ts";
import { message, rpc } from "./contestant.ts";

/** A server of some language: how it is started. */
export interface Peer {
  /** The folder in which it runs. */
  readonly folder: string;
  command(port: number): Command;
}

const CALLERS = 64;
/**
 * In CPU time of the server: where other programs take its core, a compiler would stay cold for longer. V8 optimizes our server for
 * about 8 s of it, and the sends of the first second cost two to three times as much as those after that.
 */
const COLD_US = 1_000_000;
const WARM_UP_US = { sends: 7_000_000, streams: 2_000_000 };
const MEASURED_US = 1_500_000;
/** A server that waits more than it works is measured for this long. */
const MAX_MS = 12_000;

/** The processor of the servers, and that of the load generator. */
const SERVER_CORE = "1";
const OWN_CORE = "0";

/** Keeps this process on a core of its own. Throws where that is not possible. */
function pinSelf(): void {
  if (cpus().length < 2) throw new Error("this benchmark needs two processors: one for the server, one to call it");
  execFileSync("taskset", ["-acp", OWN_CORE, String(process.pid)], { stdio: "ignore" });
}

/** Starts a server on its core, warms it up, measures sends and streams, and stops it: no run inherits the tasks of another. */
export async function measurePeer({ folder, command }: Peer): Promise<Figures> {
  pinSelf();
  const port = await freePort();
  const pinned: Command = ["taskset", "-c", SERVER_CORE, ...command(port)];
  await using server = new AgentProcess(pinned, folder, port, {
    NODE_ENV: "production",
    // The probes serve gRPC too, which is not measured.
    A2A_GRPC_PORT: String(await freePort()),
  });
  await server.start();
  const agent = new Agent({ connections: CALLERS, pipelining: 1, bodyTimeout: 60_000, headersTimeout: 60_000 });
  try {
    const url = await endpointOf(server.url);
    const cold = await load(server, COLD_US, () => send(agent, url));
    await load(server, WARM_UP_US.sends, () => send(agent, url));
    const sends = await load(server, MEASURED_US, () => send(agent, url));
    await load(server, WARM_UP_US.streams, () => stream(agent, url));
    const events = await load(server, MEASURED_US, () => stream(agent, url));
    return {
      "sends/s": sends.perSecond,
      "cpu µs/send": sends.cpuUs,
      "cpu µs/send, first second": cold.cpuUs,
      "server busy in sends": sends.busy,
      "events/s": events.perSecond,
      "cpu µs/event": events.cpuUs,
    };
  } finally {
    await agent.destroy();
  }
}

/** Where the card says that 1.0 is spoken over JSON-RPC. */
async function endpointOf(origin: string): Promise<URL> {
  const response = await fetch(`${origin}/.well-known/agent-card.json`, { headers: { "A2A-Version": "1.0" } });
  const card = (await response.json()) as {
    supportedInterfaces: { url: string; protocolBinding: string; protocolVersion: string }[];
  };
  const found = card.supportedInterfaces.find(
    ({ protocolBinding, protocolVersion }) => protocolBinding === "JSONRPC" && protocolVersion.startsWith("1.0"),
  );
  if (!found) throw new Error(`${origin} does not speak 1.0 over JSON-RPC`);
  return new URL(found.url);
}

/** Calls again and again until the server has used so much CPU time. `call` returns how much it has got. */
async function load({ pid }: AgentProcess, enoughUs: number, call: () => Promise<number>) {
  const before = cpuUsOf(pid);
  const started = performance.now();
  let done = 0;
  let isEnough = false;
  const timer = setInterval(() => {
    isEnough = cpuUsOf(pid) - before >= enoughUs || performance.now() - started > MAX_MS;
  }, 50);
  const caller = async () => {
    while (!isEnough) {
      const got = await call(); // `done += await …` would read `done` before the call
      done += got;
    }
  };
  try {
    await Promise.all(Array.from({ length: CALLERS }, caller));
  } finally {
    clearInterval(timer);
  }
  const elapsedUs = (performance.now() - started) * 1_000;
  const cpuUs = cpuUsOf(pid) - before;
  return { perSecond: (done * 1e6) / elapsedUs, cpuUs: cpuUs / done, busy: cpuUs / elapsedUs };
}

/** The CPU time of all threads of a process, in user and kernel mode. Linux counts it in ticks of 10 ms. */
function cpuUsOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10_000;
}

let sent = 0;

async function send(agent: Agent, url: URL): Promise<number> {
  const parts = [{ text: "echo" }, { text: "hello there" }];
  const text = await post(agent, url, "SendMessage", { ...message(sent++, ""), parts });
  if (!text.includes("TASK_STATE_COMPLETED") || !text.includes('"echo"')) throw new Error(`unexpected answer: ${text}`);
  return 1;
}

/** Reads a stream, and returns the number of its events. */
async function stream(agent: Agent, url: URL): Promise<number> {
  const text = await post(agent, url, "SendStreamingMessage", message(sent++, "long"));
  const events = text.split(/^data:/m).length - 1;
  if (events < 50 || !text.includes("TASK_STATE_COMPLETED")) throw new Error(`unexpected stream: ${text.slice(-500)}`);
  return events;
}

async function post(agent: Agent, { origin, pathname }: URL, method: string, said: object): Promise<string> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "a2a-version": "1.0",
  };
  const messageId = crypto.randomUUID(); // some servers remember the ids of messages
  const body = rpc(sent, method, { message: { ...said, messageId } });
  const { body: answer } = await agent.request({ origin, path: pathname, method: "POST", headers, body });
  return answer.text();
}
