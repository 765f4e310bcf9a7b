import { type ServeOptions, serve } from "@a2a/server/node";
import { type AgentExecutor, artifact, ask, type KnownVersion, silentLogger, status, textOf } from "@a2a/types";
import { Held, LINES, type MatrixPeer, MISHAP, QUESTION } from "./peer.ts";

/** Our own server, pinned to one protocol version. */
export function serveOurs(version: KnownVersion): Promise<MatrixPeer> {
  return serveHarbour({
    store: "memory",
    versions: [version],
    webhooks: { egress: { allowPrivate: true, allowHttp: true } },
  });
}

/** Our own server, with the agent of the matrix. */
export async function serveHarbour(options: Omit<ServeOptions, "card" | "executor">): Promise<MatrixPeer> {
  const held = new Held();
  const executor: AgentExecutor = async function* ({ message, task, signal }) {
    const asked = task.history?.some(({ role }) => role === "ROLE_AGENT") || task.status.message !== undefined;
    if (asked) return void (yield artifact({ artifactId: "answer", parts: [{ text: `tides of ${textOf(message)}` }] }));
    if (textOf(message) === "ask") return void (yield ask(QUESTION));
    if (textOf(message) === "throw") throw new Error(MISHAP);
    yield status("TASK_STATE_WORKING");
    const wait = async () => {
      signal.addEventListener("abort", () => held.letGo(task.id));
      await held.wait(task.id);
      signal.throwIfAborted();
    };
    if (textOf(message) === "hold") await wait();
    for (const [index, text] of LINES.entries()) {
      if (textOf(message) === "steps" && index > 0) await wait();
      yield artifact(
        { artifactId: "tides", parts: [{ text }] },
        { append: index > 0, lastChunk: index === LINES.length - 1 },
      );
    }
  };
  const card = { name: "Harbour", description: "Knows the tides." };
  const agent = await serve({ logger: silentLogger, ...options, card, executor });
  return {
    url: agent.url,
    release: () => held.release(),
    holding: () => held.size,
    [Symbol.asyncDispose]: () => agent.close({ drainMs: 0 }),
  };
}
