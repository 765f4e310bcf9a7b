// A server in a process of its own whose memory is looked at: its agent drips as long as it is told to, or just echoes.
import { createMemoryEngine } from "@a2a/server/memory";
import { serve } from "@a2a/server/node";
import { type AgentExecutor, textOf } from "@a2a/types";

/** What is found when the server is looked at. */
export interface Reading {
  /** After a forced collection, in bytes. */
  readonly heapUsed: number;
  readonly rss: number;
  readonly connections: number;
}

const [keep] = process.argv.slice(2);
/** How often an agent that drips says something. */
const DRIP_MS = 1_000;
let isOver = false;
let next = Promise.withResolvers<void>();

/** All agents drip at once, and all stop at once. */
function drip(): void {
  next.resolve();
  next = Promise.withResolvers();
}
setInterval(drip, DRIP_MS);

const executor: AgentExecutor = async function* ({ message }) {
  const text = textOf(message);
  if (text !== "drip") return void (yield text);
  while (!isOver) {
    yield `${text} `;
    await next.promise;
  }
};

const { server, url } = await serve({
  card: { name: "Soaked", description: "Drips." },
  executor,
  // Tasks that go as soon as they are over leave the server as it was before them, if it lets go of everything else.
  engine: createMemoryEngine(
    keep === "keep" ? {} : { taskTtlMs: 500, idleCleanupIntervalMs: 250, maxTasks: 20_000, maxContexts: 20_000 },
  ),
  limits: { maxStreamsPerCaller: 16_384 },
  push: false,
});

process.on("message", (wish) => void answer(wish));
process.on("disconnect", () => process.exit());
process.send?.({ url });

async function answer(wish: unknown): Promise<void> {
  if (wish !== "read") {
    isOver = wish === "end";
    drip();
  }
  process.send?.(wish === "read" ? await read() : {});
}

async function read(): Promise<Reading> {
  // Connections that callers keep for later would go anyway, in their own time.
  server.closeIdleConnections();
  for (let n = 0; n < 3; n++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, rss } = process.memoryUsage();
  const connections = await new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
  return { heapUsed, rss, connections };
}
