import { listenGrpc } from "@a2a/grpc/server";
import { bearer } from "@a2a/server";
import { type RunningAgent, serve } from "@a2a/server/node";
import {
  type AgentCard,
  type AgentExecutor,
  agentMessage,
  artifact,
  ask,
  type Part,
  pause,
  silentLogger,
  status,
  textOf,
} from "@a2a/types";
import { LINES, LONG, PAUSES, QUESTION, REPLY, SLOW } from "../matrix/peer.ts";
import type { OfferedInterface } from "./sdk.ts";

const skills = [{ id: "tides", name: "Tides", description: "High and low water", tags: ["sea"] }];
const about = { name: "Harbour", description: "Knows the tides.", defaultInputModes: ["*/*"], skills };

/** Our own server with the same behavior and its default options, for benchmarks. */
export function serveByDefault(port: number, store: string): Promise<RunningAgent> {
  return serve({ card: about, executor: harbour, port, store, logger: silentLogger });
}

/**
 * Our own server with the behavior that every probe agent has, for the clients of other SDKs. It serves one interface, or all over HTTP. With a token,
 * it asks for that.
 */
export function serveHarbourAgent(offer?: OfferedInterface, token?: string): Promise<RunningAgent> {
  const extendedCard: AgentCard = {
    ...about,
    version: "1.0.0",
    supportedInterfaces: [{ url: "https://harbour.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    defaultOutputModes: ["text/plain"],
  };
  return serve({
    card: about,
    extendedCard,
    // The extended card is for known callers only.
    ...(token === undefined
      ? { security: { authenticate: () => ({ subject: "probe" }) } }
      : { auth: [bearer({ tokens: { [token]: "probe" } })] }),
    executor: harbour,
    store: "memory",
    ...(offer && { versions: [offer.version] }),
    ...(offer?.binding === "GRPC" && { grpc: { listen: listenGrpc } }),
    logger: silentLogger,
    webhooks: { egress: { allowPrivate: true, allowHttp: true } },
  });
}

const harbour: AgentExecutor = async function* ({ message, task, signal }) {
  const [first, ...rest] = message.parts;
  const text = first && "text" in first ? first.text : "";
  if (task.status.message !== undefined || task.history?.some(({ role }) => role === "ROLE_AGENT")) {
    return void (yield artifact({ artifactId: "answer", parts: [{ text: `tides of ${textOf(message)}` }] }));
  }
  if (text === "message") return agentMessage(REPLY);
  if (text === "ask") return void (yield ask(QUESTION));
  yield status("TASK_STATE_WORKING");
  if (text === "fail") return void (yield status("TASK_STATE_FAILED", "no water"));
  if (text === "hold") await pause(60_000, signal);
  if (text === "echo") yield artifact({ artifactId: "echo", parts: rest as [Part, ...Part[]] });
  const chunks = text === "tides" ? LINES : text === "slow" ? SLOW : text === "long" ? LONG : [];
  const pauseMs = PAUSES[text];
  for (const [index, chunk] of chunks.entries()) {
    if (pauseMs !== undefined) await pause(pauseMs, signal);
    const parts: [Part] = [{ text: chunk }];
    yield artifact({ artifactId: text, parts }, { append: index > 0, lastChunk: index === chunks.length - 1 });
  }
};
