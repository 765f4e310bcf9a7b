import { serve } from "@a2a/server/node";
import { type AgentExecutor, artifact, ask, type ProtocolVersion, status, textOf } from "@a2a/types";
import { Held, LINES, type MatrixPeer, QUESTION } from "./peer.ts";

/** Our own server, pinned to one generation. */
export async function serveOurs(version: ProtocolVersion): Promise<MatrixPeer> {
  const held = new Held();
  const executor: AgentExecutor = async function* ({ message, task, signal }) {
    const asked = task.history?.some(({ role }) => role === "ROLE_AGENT") || task.status.message !== undefined;
    if (asked) return void (yield artifact({ artifactId: "answer", parts: [{ text: `tides of ${textOf(message)}` }] }));
    if (textOf(message) === "ask") return void (yield ask(QUESTION));
    yield status("TASK_STATE_WORKING");
    if (textOf(message) === "hold") {
      signal.addEventListener("abort", () => held.letGo(task.id));
      await held.wait(task.id);
      signal.throwIfAborted();
    }
    for (const [index, text] of LINES.entries()) {
      yield artifact(
        { artifactId: "tides", parts: [{ text }] },
        { append: index > 0, lastChunk: index === LINES.length - 1 },
      );
    }
  };
  const agent = await serve({
    card: { name: "Harbour", description: "Knows the tides." },
    executor,
    store: "memory",
    versions: [version],
    push: { egress: { allowPrivate: true, allowHttp: true } },
  });
  return {
    url: agent.url,
    release: () => held.release(),
    [Symbol.asyncDispose]: () => agent.close({ drainMs: 0 }),
  };
}
