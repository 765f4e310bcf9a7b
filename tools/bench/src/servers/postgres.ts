import { createPostgresEngine } from "@a2a/postgres";
import { shardedEngine, type TaskEngine } from "@a2a/server";
import type { Lease } from "@a2a/server/engine-kit";
import { createId, type LogEvent } from "@a2a/types";
import pg from "pg";
import { type PostgresServer, startPostgres } from "test-kit/postgres-server";
import type { Contestant } from "../benchmark.ts";

/** How many tasks stream at once, and how many events each has per run. */
const STREAMS = 64;
const EVENTS = 50;

const settings = { shared_buffers: "256MB", max_wal_size: "4GB", max_connections: 100 };

/** The servers of all contestants, started once and stopped with the last of them. */
const servers = new Map<number, { readonly starting: Promise<PostgresServer>; users: number }>();

async function useServer(number: number): Promise<string> {
  const known = servers.get(number) ?? { starting: startPostgres({ settings }), users: 0 };
  known.users++;
  servers.set(number, known);
  return (await known.starting).url;
}

async function leaveServer(number: number): Promise<void> {
  const known = servers.get(number);
  if (!known || --known.users > 0) return;
  await (await known.starting).stop();
}

/** Durable events per second of streams that wait for each event before the next: one statement each, over some connections. */
export function oneStatementPerEvent(name: string, connections: number): Contestant {
  return {
    name,
    operations: STREAMS * EVENTS,
    async setup() {
      const [task, event] = [`naive_task_${connections}`, `naive_event_${connections}`];
      const pool = new pg.Pool({ connectionString: await useServer(1), max: connections });
      pool.on("error", () => undefined); // the server may stop before its connections are closed
      await pool.query(`create table if not exists ${task} (key bigint primary key, id text unique, seq int, token bigint) with (fillfactor = 70);
        create table if not exists ${event} (task bigint, seq int, json text, primary key (task, seq))`);
      const ids = Array.from({ length: STREAMS }, () => createId());
      await pool.query(`insert into ${task} select ord, id, 1, 1 from unnest($1::text[]) with ordinality t(id, ord)`, [
        ids,
      ]);
      const append = `with grown as (update ${task} set seq = seq + 1 where id = $1 and token = $2 returning key, seq)
        insert into ${event} select key, seq, $3 from grown`;
      const stream = async (id: string) => {
        for (let n = 0; n < EVENTS; n++) {
          await pool.query({ name: "append", text: append, values: [id, 1, JSON.stringify(chunk(id, id, n))] });
        }
      };
      return {
        run: () => perSecond(() => Promise.all(ids.map(stream))),
        async teardown() {
          await pool.end();
          await leaveServer(1);
        },
      };
    },
  };
}

/** The same through engines, one for each server. */
export function streamed(name: string, { shards = 1, inFlight = 1 } = {}): Contestant {
  return {
    name,
    operations: STREAMS * EVENTS,
    async setup() {
      const numbers = Array.from({ length: shards }, (_, n) => n + 1);
      const urls = await Promise.all(numbers.map(useServer));
      const schema = `bench_${name.replace(/\W+/g, "_").toLowerCase()}`.slice(0, 40);
      const engines = await Promise.all(
        urls.map((connectionString) => createPostgresEngine({ connectionString, schema })),
      );
      const engine = shards === 1 ? (engines[0] as TaskEngine) : shardedEngine(engines);
      const leases = await Promise.all(Array.from({ length: STREAMS }, (_, n) => begin(engine, `owner ${n}`)));
      const stream = async (lease: Lease) => {
        for (let n = 0; n < EVENTS; n += inFlight) {
          const some = Array.from({ length: Math.min(inFlight, EVENTS - n) }, (_, k) =>
            chunk(lease.taskId, lease.contextId, n + k),
          );
          await Promise.all(some.map((event) => lease.append([event])));
        }
      };
      return {
        run: () => perSecond(() => Promise.all(leases.map(stream))),
        async teardown() {
          await engine.close({ drainMs: 0 });
          for (const number of numbers) await leaveServer(number);
        },
      };
    },
  };
}

/** A figure to compare with. */
export function fixedRate(name: string, rate: number): Contestant {
  return { name, operations: 1, setup: () => ({ run: () => ({ [FIGURE]: rate }) }) };
}

export const FIGURE = "durable events/s";

async function perSecond(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = performance.now();
  await work();
  return { [FIGURE]: (STREAMS * EVENTS * 1_000) / (performance.now() - before) };
}

async function begin(engine: TaskEngine, owner: string): Promise<Lease> {
  const message = { messageId: createId(), role: "ROLE_USER" as const, parts: [{ text: "go" }] };
  const scope = { tenant: "", owner };
  const begun = await engine.begin({ scope, message, fingerprint: "1", version: "1.0", call: {}, create: "now" });
  if (begun.kind !== "run") throw new Error(`expected a turn to run, got ${begun.kind}`);
  return begun.lease;
}

/** About 330 bytes. */
function chunk(taskId: string, contextId: string, n: number): LogEvent {
  const artifact = { artifactId: "answer", name: "answer", parts: [{ text: `${n} `.padEnd(100, "x") }] };
  return { artifactUpdate: { taskId, contextId, artifact, append: true } };
}
