import type { RouteStore, WebhookRoute } from "./route-store.ts";
import { type RoutesPool, TimedPool } from "./timed-pool.ts";

/** Where routes are stored, and for how long. */
export interface PostgresRoutesOptions {
  /** A pool of `pg`. It stays open when the routes are closed. */
  pool: RoutesPool;
  /** The schema that holds the tables; it is created if missing. Default `a2a_gateway`. */
  schema?: string;
  /** How long a route is kept after it was last stored. Default 30 days. */
  ttlMs?: number;
  /** How long the database may take to answer; then calls are refused with `UNAVAILABLE`. Default 5,000. */
  timeoutMs?: number;
}

const DAY_MS = 86_400_000;
const SWEEP_MS = 3_600_000;

/**
 * Routes in PostgreSQL: any number of gateways, on any machines, that share a schema are one gateway. Rejects when the tables cannot be
 * created. Throws a `TypeError` for a schema with an unusual name.
 */
export async function createPostgresRoutes(options: PostgresRoutesOptions): Promise<RouteStore> {
  const { schema = "a2a_gateway", ttlMs = 30 * DAY_MS, timeoutMs = 5_000 } = options;
  if (!/^[a-z_]\w{0,39}$/.test(schema)) {
    throw new TypeError(`schema ${JSON.stringify(schema)}: expected a name such as "a2a_gateway"`);
  }
  const s = `"${schema}"`;
  // Without listeners, a connection that breaks would end the process. Queries report their errors themselves.
  options.pool.on?.("error", () => undefined);
  options.pool.on?.("connect", (client) => client.on("error", () => undefined));
  await create(options.pool, s, schema);
  const pool = new TimedPool(options.pool, timeoutMs);
  let sweptAt = 0;

  async function rows<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return (await pool.query(text, values)).rows as Row[]; // each statement selects the columns of its type
  }

  async function changed(text: string, values: unknown[]): Promise<boolean> {
    return ((await pool.query(text, values)).rowCount ?? 0) > 0;
  }

  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < SWEEP_MS && sweptAt > 0) return;
    sweptAt = performance.now();
    for (const table of ["task", "alias", "context", "push"]) {
      await pool.query(`delete from ${s}.${table} where at < now() - $1 * interval '1 ms'`, [ttlMs]);
    }
  }

  return {
    async put({ agent, taskId, owner, alias }) {
      const isOwn = await changed(
        `insert into ${s}.task (agent, id, owner) values ($1, $2, $3)
         on conflict (agent, id) do update set at = now() where task.owner = excluded.owner`,
        [agent, taskId, owner],
      );
      if (alias !== undefined) {
        await pool.query(
          `insert into ${s}.alias (owner, alias, agent, id) values ($1, $2, $3, $4)
           on conflict (owner, alias, agent) do update set id = excluded.id, at = now()`,
          [owner, alias, agent, taskId],
        );
      }
      await sweep();
      return isOwn;
    },
    async find(taskId, agent) {
      const [row] = await rows<{ agent: string; owner: string; alias: string | null }>(
        `select agent, owner, (select alias from ${s}.alias a where a.owner = task.owner and a.agent = task.agent
           and a.id = task.id limit 1) as alias
         from ${s}.task where id = $1 and agent = coalesce($2, agent) limit 1`,
        [taskId, agent ?? null],
      );
      if (row === undefined) return undefined;
      return { agent: row.agent, taskId, owner: row.owner, ...(row.alias !== null && { alias: row.alias }) };
    },
    async findAlias(owner, alias, agent) {
      const [row] = await rows<{ agent: string; id: string }>(
        `select agent, id from ${s}.alias where owner = $1 and alias = $2 and agent = coalesce($3, agent)
         order by at desc limit 1`,
        [owner, alias, agent ?? null],
      );
      return row && { agent: row.agent, taskId: row.id, owner, alias };
    },
    async owned(owner, agent, taskIds) {
      const text = `select id from ${s}.task where owner = $1 and agent = $2 and id = any($3)`;
      return new Set((await rows<{ id: string }>(text, [owner, agent, taskIds])).map(({ id }) => id));
    },
    async count(owner, agent) {
      const text = `select count(*)::int as n from ${s}.task where owner = $1 and agent = $2`;
      return (await rows<{ n: number }>(text, [owner, agent]))[0]?.n ?? 0;
    },
    claimContext: (owner, agent, contextId) =>
      changed(
        `insert into ${s}.context (agent, id, owner) values ($1, $2, $3)
         on conflict (agent, id) do update set at = now() where context.owner = excluded.owner`,
        [agent, contextId, owner],
      ),
    async putWebhook(route) {
      const { id, agent, taskId, owner } = route;
      await pool.query(
        `insert into ${s}.push (id, agent, task, owner, route) values ($1, $2, $3, $4, $5)
         on conflict (id) do update set task = excluded.task, route = excluded.route, at = now()`,
        [id, agent, taskId ?? null, owner, JSON.stringify(route)],
      );
    },
    async getWebhook(id) {
      const [row] = await rows<{ route: string }>(`select route from ${s}.push where id = $1`, [id]);
      return row && toWebhook(row);
    },
    async listWebhooks(owner, agent, taskId) {
      const text = `select route from ${s}.push where owner = $1 and agent = $2 and task = $3 order by number`;
      return (await rows<{ route: string }>(text, [owner, agent, taskId])).map(toWebhook);
    },
    async deleteWebhook(id) {
      await pool.query(`delete from ${s}.push where id = $1`, [id]);
    },
    get isAvailable() {
      return pool.isAvailable;
    },
    check: () => pool.check(),
    close: () => undefined,
  };
}

function toWebhook({ route }: { readonly route: string }): WebhookRoute {
  return JSON.parse(route) as WebhookRoute; // it was written from one
}

/** Creates the tables; gateways that start together do so one after the other. */
async function create(pool: RoutesPool, s: string, schema: string): Promise<void> {
  await pool.query(`begin;
    select pg_advisory_xact_lock(hashtext('gateway ${schema}'));
    create schema if not exists ${s};
    create table if not exists ${s}.task
      (agent text, id text, owner text not null, at timestamptz not null default now(), primary key (agent, id));
    create index if not exists task_by_id on ${s}.task (id);
    create index if not exists task_by_owner on ${s}.task (owner, agent);
    create table if not exists ${s}.alias (owner text, alias text, agent text, id text not null,
      at timestamptz not null default now(), primary key (owner, alias, agent));
    create index if not exists alias_by_task on ${s}.alias (owner, agent, id);
    create table if not exists ${s}.context
      (agent text, id text, owner text not null, at timestamptz not null default now(), primary key (agent, id));
    create table if not exists ${s}.push (id text primary key, agent text not null, task text, owner text not null,
      route text not null, at timestamptz not null default now(), number bigint generated always as identity);
    create index if not exists push_by_task on ${s}.push (owner, agent, task);
    commit`);
}
