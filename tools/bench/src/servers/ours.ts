import { setImmediate } from "node:timers/promises";
import { createMemoryEngine } from "@a2a/server/memory";
import { openEngine, serve } from "@a2a/server/node";
import { type AgentTurn, type AgentYield, artifact, ask, createMessage, textOf } from "@a2a/types";
import { CHUNK, chunksOf } from "./chunks.ts";
import { report } from "./report.ts";

// `ours.ts [memory|sqlite:FILE] [TASKS]`: the agent of the benchmarks, with so many finished tasks before it begins.
const [, , store = "memory", stored = "0"] = process.argv;
const engine =
  store === "memory" && Number(stored) > 0
    ? createMemoryEngine({ maxTasks: 200_000, maxContexts: 200_000 })
    : await openEngine(store);

async function* echo({ message }: AgentTurn): AsyncGenerator<AgentYield, void, void> {
  const text = textOf(message);
  const chunks = chunksOf(text);
  if (chunks) {
    for (let n = 0; n < chunks.count; n++) {
      if (!chunks.burst) await setImmediate();
      yield CHUNK;
    }
  } else if (text === "ask") {
    yield ask("And now?");
  } else {
    yield artifact({ artifactId: "echo", name: "echo", parts: [{ text }] });
  }
}

const agent = await serve({ card: { name: "Echo" }, engine, push: false, executor: echo });
for (let n = 0; n < Number(stored); n++) await finishedTask(n);
report(Number(new URL(agent.url).port));

/** A task as a send would leave it, without the way through HTTP. */
async function finishedTask(n: number): Promise<void> {
  const message = { ...createMessage("hello there"), messageId: `stored-${n}` };
  const begun = await engine.begin({
    scope: { tenant: "", owner: "anonymous" },
    message,
    fingerprint: "",
    version: "1.0",
    call: {},
    create: "lazy",
  });
  if (begun.kind !== "run") throw new Error(`task ${n} exists already`);
  const { taskId, contextId } = begun.lease;
  await begun.lease.append([
    { artifactUpdate: { taskId, contextId, artifact: { artifactId: "echo", parts: [{ text: "hello there" }] } } },
    { statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } },
  ]);
  await begun.lease.release();
}
