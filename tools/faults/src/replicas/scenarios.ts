import { setTimeout as pause } from "node:timers/promises";
import { createId } from "@a2a/types";
import pg from "pg";
import type { PostgresServer } from "test-kit/postgres-server";
import { call, follow, isOver, message, stateIn, taskIn } from "./caller.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { query, readStored } from "./database.ts";
import { checkHistory } from "./history.ts";
import { startLoad } from "./load.ts";

/** The findings of a scenario. */
export interface Finding {
  readonly name: string;
  readonly result: string;
  readonly ok: boolean;
}

/** A server, and how long leases last there. */
export interface Setting {
  readonly server: PostgresServer;
  readonly leaseMs: number;
  /** By how much times may exceed their goals: a few samples on a busy machine say little. */
  readonly slack: number;
}

const CALLERS = 10;

/** Runs load on three replicas while something happens to them, and checks everything that was delivered and stored. */
async function underLoad(
  { server, leaseMs }: Setting,
  name: string,
  happen: (cluster: Cluster, schema: string) => Promise<string | undefined>,
  options: { mayRefuse: boolean; settle?: () => Promise<void> } = { mayRefuse: false },
): Promise<Finding> {
  const schema = `run_${name.replace(/\W+/g, "_").toLowerCase().slice(0, 24)}`;
  await using cluster = await startCluster(server.url, { schema, leaseMs });
  const load = startLoad(cluster, CALLERS);
  const problem = await happen(cluster, schema);
  await load.stop();
  await untilSettled(server.url, schema, leaseMs);
  const stored = await readStored(server.url, schema);
  const problems = [...checkHistory(stored, load.witnesses), ...load.wrongAnswers, ...(problem ? [problem] : [])];
  for (const found of problems.slice(0, 10)) console.error(`  ${name}: ${found}`);
  const failed = stored.tasks.filter(({ state }) => state === "TASK_STATE_FAILED").length;
  const refusals = options.mayRefuse ? `, ${load.refused} calls answered 503 with Retry-After` : "";
  const counts = `${stored.tasks.length} tasks (${failed} interrupted), ${stored.events.length} events${refusals}`;
  const wrong = `${problems.length} lost, doubled, reordered, short or stuck`;
  return { name, result: `${counts}; ${wrong}`, ok: problems.length === 0 && stored.tasks.length > 0 };
}

/** Waits until no task runs any more: the turns of dead replicas end after their lease. */
async function untilSettled(url: string, schema: string, leaseMs: number): Promise<void> {
  for (const deadline = Date.now() + 3 * leaseMs + 5_000; Date.now() < deadline; await pause(50)) {
    const [row] = await query(url, `select count(*)::int as n from ${schema}.task where run <> 'idle'`);
    if (row?.n === 0) return;
  }
}

/** Kills replicas at random moments, and ends the database connections of the others between the kills. */
export function kills(setting: Setting, count: number): Promise<Finding> {
  return underLoad(
    setting,
    `${count} kills over 3 replicas, ${count} times all connections dropped`,
    async ({ replicas }) => {
      for (let kill = 0; kill < count; kill++) {
        await pause(50 + Math.random() * 250);
        const replica = replicas[Math.floor(Math.random() * replicas.length)];
        await replica?.kill();
        await dropConnections(setting.server.url);
        await replica?.start();
        if ((kill + 1) % 20 === 0) console.error(`  ${kill + 1} kills`);
      }
      return undefined;
    },
    { mayRefuse: true },
  );
}

/** Ends all connections of the replicas to their database. */
async function dropConnections(url: string): Promise<void> {
  await query(url, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a2a'");
}

/** Crashes the database, ends connections, and uses up all of them. */
export async function databaseFaults(setting: Setting): Promise<Finding[]> {
  const { server } = setting;
  const crash = await underLoad(
    setting,
    "database restarted with -m immediate",
    async () => {
      await pause(1_000);
      await server.crash();
      await pause(1_500);
      return undefined;
    },
    { mayRefuse: true },
  );
  const ended = await underLoad(
    setting,
    "all connections ended 5 times",
    async () => {
      for (let n = 0; n < 5; n++) {
        await pause(400);
        await dropConnections(server.url);
      }
      return undefined;
    },
    { mayRefuse: true },
  );
  const exhausted = await underLoad(
    setting,
    "max_connections reached",
    async (cluster) => {
      await pause(800);
      const clients = await takeAllConnections(server.url);
      const answer = await untilRefused(cluster);
      for (const client of clients) await client.end().catch(() => undefined);
      await pause(800);
      return answer;
    },
    { mayRefuse: true },
  );
  return [crash, ended, exhausted];
}

/** Takes every connection that the database has, those of the replicas included. */
async function takeAllConnections(url: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = [];
  const killer = new pg.Client({ connectionString: url });
  killer.on("error", () => undefined);
  await killer.connect();
  for (let failures = 0; failures < 30; ) {
    await killer.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a2a'");
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      clients.push(client);
    } catch {
      failures++;
    }
  }
  return [...clients, killer];
}

/** A replica must say 503 with Retry-After while it cannot reach its database. */
export async function untilRefused(cluster: Cluster): Promise<string | undefined> {
  const seen: string[] = [];
  for (let attempt = 0; attempt < 40; attempt++) {
    for (const { url } of cluster.replicas) {
      const { status, retryAfter } = await call(url, "SendMessage", message(createId(), "hello"));
      if (status === 503 && retryAfter !== null) return undefined;
      seen.push(String(status));
    }
    await pause(25);
  }
  return `no call was answered 503 with Retry-After: ${[...new Set(seen)].join(", ")}`;
}

/** Stops a replica for longer than its lease: another one ends its task, and the one that wakes up writes nothing. */
export async function paused({ server, leaseMs, slack }: Setting, rounds: number): Promise<Finding[]> {
  const schema = "run_paused";
  await using cluster = await startCluster(server.url, { schema, leaseMs });
  const [first, second] = cluster.replicas;
  if (!first || !second) throw new Error("expected three replicas");
  const times: number[] = [];
  const problems: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const end = round % 2 === 0 ? "SIGSTOP" : "SIGKILL";
    const task = taskIn(
      await call(first.url, "SendMessage", {
        ...message(createId(), "chunks:4000x20"),
        configuration: { returnImmediately: true },
      }),
    );
    if (!task) throw new Error("expected a task");
    const ended = Promise.withResolvers<number>();
    let last = 0;
    const reading = follow(second.url, "SubscribeToTask", { id: task.id }, ({ seq, event }) => {
      last = seq;
      if (isOver(stateIn(event))) ended.resolve(performance.now());
    });
    while (last < 10) await pause(5);
    const before = performance.now();
    if (end === "SIGKILL") await first.kill();
    else first.signal("SIGSTOP");
    times.push((await ended.promise) - before);
    await reading;
    const atEnd = last;
    if (end === "SIGKILL") await first.start();
    else first.signal("SIGCONT");
    // Its heartbeat is a third of a lease, after which it knows.
    await pause(leaseMs);
    const log = (await readStored(server.url, schema)).events.filter(({ task: id }) => id === task.id);
    if (log.length !== atEnd) problems.push(`${log.length - atEnd} events were written after the takeover`);
  }
  problems.push(...checkHistory(await readStored(server.url, schema), []));
  for (const found of problems) console.error(`  pause: ${found}`);
  const slowest = Math.max(...times);
  return [
    {
      name: "SIGSTOP longer than the lease, then SIGCONT",
      result: `${problems.length} events written by a fenced replica`,
      ok: problems.length === 0,
    },
    {
      name: "turns of a dead or stopped replica are taken over",
      result: `${times.map((ms) => (ms / 1_000).toFixed(2)).join(", ")} s after the stop, lease ${leaseMs / 1_000} s`,
      ok: slowest <= leaseMs + 1_000 * slack,
    },
  ];
}
