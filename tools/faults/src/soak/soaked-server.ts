// The server under test: its agent emits periodic events while enabled, or just echoes.
import { createMemoryEngine } from "@a2a/server/memory";
import { serve } from "@a2a/server/node";
import { type AgentExecutor, textOf } from "@a2a/types";

/** A sample of the server. */
export interface Reading {
  /** After a forced collection, in bytes. */
  readonly heapUsed: number;
  readonly rss: number;
  readonly connections: number;
}

const [keep] = process.argv.slice(2);
/** The interval of periodic events. */
const DRIP_MS = 1_000;
let isOver = false;
let next = Promise.withResolvers<void>();

/** The switch for the periodic events of all agents. */
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
  // Finished tasks are evicted at once, so any remaining memory is a leak.
  engine: createMemoryEngine(
    keep === "keep" ? {} : { taskTtlMs: 500, idleCleanupIntervalMs: 250, maxTasks: 20_000, maxContexts: 20_000 },
  ),
  limits: { maxStreamsPerCaller: 16_384 },
  webhooks: false,
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
  // Idle keep-alive connections would be closed later anyway.
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
