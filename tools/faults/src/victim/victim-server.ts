// The server under attack, in a process of its own. Its agent obeys commands: "big:N" makes an artifact of N million characters and
// "hang:N" does the same and keeps running, "slow:N" yields eight chunks over N ms, anything else is echoed.
import { setTimeout as delay } from "node:timers/promises";
import { listenGrpc } from "@a2a/grpc/server";
import { createPostgresEngine } from "@a2a/postgres";
import { bearer, type TaskEngine } from "@a2a/server";
import { createMemoryEngine } from "@a2a/server/memory";
import { serve } from "@a2a/server/node";
import { createSqliteEngine } from "@a2a/server/sqlite";
import { type AgentExecutor, artifact, textOf } from "@a2a/types";
import { type Fault, prepareFaults, setFault } from "./database-faults.ts";
import { readingOf } from "./reading.ts";

/** How the server is set up. */
export interface VictimOptions {
  /** Whether callers need a token: any that begins with "token-" is taken, and names its owner. Default true. */
  readonly auth?: boolean;
  /** The file of a SQLite database. Default: tasks in memory. */
  readonly file?: string;
  /** A schema in PostgreSQL. */
  readonly database?: { readonly url: string; readonly schema: string };
  /** The largest size of the file, or of tasks in memory or in PostgreSQL, there in characters. */
  readonly maxBytes?: number;
  /** How long a finished task is kept. */
  readonly taskTtlMs?: number;
  /** Whether it answers over gRPC as well; its card says where. Default false. */
  readonly grpc?: boolean;
}

/** The commands of a scenario. Every answer is a reading. */
export interface VictimWish {
  /** How far the wall clock jumps. */
  readonly clockOffsetMs?: number;
  /** Makes the database fail, or work again. */
  readonly fault?: { readonly kind: Fault; readonly isOn: boolean };
}

const options = JSON.parse(process.argv[2] ?? "{}") as VictimOptions;
const realNow = Date.now;

const executor: AgentExecutor = async function* ({ message, signal }) {
  const text = textOf(message);
  const [command, amount = "0"] = text.split(":");
  if (command === "big" || command === "hang") {
    for (let n = 0; n < Number(amount); n++) {
      yield artifact({ artifactId: `a${n}`, parts: [{ text: "x".repeat(1_000_000) }] });
    }
    if (command === "hang") await new Promise((resolve) => signal.addEventListener("abort", resolve));
  } else if (command === "slow") {
    for (let n = 0; n < 8; n++) {
      await delay(Number(amount) / 8, undefined, { signal });
      yield `${n} `;
    }
  } else yield text.slice(0, 100);
};

const { file, database, maxBytes, taskTtlMs } = options;
if (file) prepareFaults();
const { server, url } = await serve({
  card: { name: "Victim", description: "Is attacked." },
  executor,
  engine: await openEngine(),
  ...(options.auth !== false && {
    auth: [bearer({ verify: (token) => (token.startsWith("token-") ? { subject: token.slice(6) } : undefined) })],
  }),
  ...(options.grpc && { grpc: { listen: listenGrpc } }),
  webhooks: { egress: { allowPrivate: true, allowHttp: true } },
  logger: { debug() {}, info() {}, warn() {}, error() {} },
});

process.on("message", (wish) => void answer(wish as VictimWish));
process.on("disconnect", () => process.exit());
process.send?.({ url, pids: [process.pid] });

async function answer({ clockOffsetMs, fault }: VictimWish): Promise<void> {
  if (fault) setFault(fault.kind, fault.isOn);
  if (clockOffsetMs !== undefined) Date.now = () => realNow() + clockOffsetMs;
  process.send?.(await readingOf(server));
}

async function openEngine(): Promise<TaskEngine> {
  const size = maxBytes !== undefined && { maxBytes };
  if (file) return createSqliteEngine({ path: file, ...size, leaseMs: 2_000 });
  if (!database) return createMemoryEngine({ ...size, ...(taskTtlMs !== undefined && { taskTtlMs }) });
  const { url: connectionString, schema } = database;
  return createPostgresEngine({ connectionString, schema, ...(size && { maxTotalSize: size.maxBytes }) });
}
