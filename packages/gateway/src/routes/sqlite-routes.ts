import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { LocalError } from "@a2a/types";
import { nodeSqlite } from "@a2a/types/node";
import type { RouteStore, TaskRoute, WebhookRoute } from "./route-store.ts";

/** Where routes are stored, and for how long. */
export interface SqliteRoutesOptions {
  /** The path of the file. It is created with its folder if missing. */
  path: string;
  /** How long a route is kept after it was last stored. Default 30 days. */
  ttlMs?: number;
  /** The time in milliseconds since 1970. */
  now?: () => number;
}

const DAY_MS = 86_400_000;
const SWEEP_MS = 3_600_000;
const VERSION = 1;

/**
 * Routes in a SQLite file: a gateway that restarts finds every task. Routes of one iteration of the event loop are written together, and are
 * durable when the process ends, however it ends. Throws a `LocalError` `CONFIG` for a file that is not such a store.
 */
export function createSqliteRoutes({ path, ttlMs = 30 * DAY_MS, now = Date.now }: SqliteRoutesOptions): RouteStore {
  const database = open(path);
  const putTask = database.prepare(
    `insert into task (agent, id, owner, at) values (?, ?, ?, ?)
     on conflict (agent, id) do update set at = excluded.at where owner = excluded.owner`,
  );
  const putAlias = database.prepare(
    "insert or replace into alias (owner, alias, agent, id, at) values (?, ?, ?, ?, ?)",
  );
  const find = database.prepare(
    `select agent, owner, (select alias from alias where alias.owner = task.owner and alias.agent = task.agent
       and alias.id = task.id limit 1) as alias
     from task where id = ? and agent = coalesce(?, agent) limit 1`,
  );
  const findAlias = database.prepare(
    "select agent, id from alias where owner = ? and alias = ? and agent = coalesce(?, agent) order by at desc limit 1",
  );
  const claim = database.prepare(
    `insert into context (agent, id, owner, at) values (?, ?, ?, ?)
     on conflict (agent, id) do update set at = excluded.at where owner = excluded.owner`,
  );
  const owned = database.prepare(
    "select id from task where owner = ? and agent = ? and id in (select value from json_each(?))",
  );
  const count = database.prepare("select count(*) as n from task where owner = ? and agent = ?");
  const putWebhook = database.prepare(
    `insert into push (id, agent, task, owner, route, at) values (?, ?, ?, ?, ?, ?)
     on conflict (id) do update set task = excluded.task, route = excluded.route, at = excluded.at`,
  );
  const getWebhook = database.prepare("select route from push where id = ?");
  const listWebhooks = database.prepare(
    "select route from push where owner = ? and agent = ? and task = ? order by rowid",
  );
  const deleteWebhook = database.prepare("delete from push where id = ?");
  let waiting: TaskRoute[] = [];
  let written: Promise<boolean[]> | undefined;
  let sweptAt = 0;

  /** Whether each of the waiting routes is its owner's. */
  function write(): boolean[] {
    const routes = waiting;
    waiting = [];
    written = undefined;
    const at = now();
    database.exec("begin immediate");
    try {
      const isOwn = routes.map(({ owner, taskId, agent, alias }) => {
        if (alias !== undefined) putAlias.run(owner, alias, agent, taskId, at);
        return putTask.run(agent, taskId, owner, at).changes > 0;
      });
      if (at - sweptAt >= SWEEP_MS) sweep(at);
      database.exec("commit");
      return isOwn;
    } catch (error) {
      database.exec("rollback");
      throw error;
    }
  }

  function sweep(at: number): void {
    sweptAt = at;
    for (const table of ["task", "alias", "context", "push"]) {
      database.prepare(`delete from ${table} where at < ?`).run(at - ttlMs);
    }
  }

  return {
    async put(route) {
      const index = waiting.push(route) - 1;
      written ??= new Promise((resolve, reject) => {
        setImmediate(() => {
          try {
            resolve(write());
          } catch (error) {
            reject(error as Error); // thrown by node:sqlite
          }
        });
      });
      return (await written)[index] ?? false;
    },
    find(taskId, agent) {
      const row = find.get(taskId, agent ?? null) as Record<"agent" | "owner" | "alias", string | null> | undefined;
      if (row === undefined) return undefined;
      const { alias } = row;
      return { owner: row.owner ?? "", taskId, agent: row.agent ?? "", ...(alias !== null && { alias }) };
    },
    findAlias(owner, alias, agent) {
      const row = findAlias.get(owner, alias, agent ?? null) as { agent: string; id: string } | undefined;
      return row && { owner, taskId: row.id, agent: row.agent, alias };
    },
    owned(owner, agent, taskIds) {
      const rows = owned.all(owner, agent, JSON.stringify(taskIds)) as { id: string }[];
      return new Set(rows.map(({ id }) => id));
    },
    count: (owner, agent) => Number(count.get(owner, agent)?.n),
    claimContext: (owner, agent, contextId) => claim.run(agent, contextId, owner, now()).changes > 0,
    putWebhook(route) {
      const { id, agent, taskId, owner } = route;
      putWebhook.run(id, agent, taskId ?? null, owner, JSON.stringify(route), now());
    },
    getWebhook(id) {
      const row = getWebhook.get(id);
      return row && toWebhook(row);
    },
    listWebhooks: (owner, agent, taskId) => listWebhooks.all(owner, agent, taskId).map(toWebhook),
    deleteWebhook(id) {
      deleteWebhook.run(id);
    },
    get isAvailable() {
      return database.isOpen;
    },
    async close() {
      await written;
      if (database.isOpen) database.close();
    },
  };
}

function toWebhook({ route }: Record<string, unknown>): WebhookRoute {
  return JSON.parse(String(route)) as WebhookRoute; // it was written from one
}

function open(path: string): DatabaseSync {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
  const { DatabaseSync } = nodeSqlite();
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000");
    const found = Number(database.prepare("pragma user_version").get()?.user_version);
    const tables = Number(database.prepare("select count(*) as n from sqlite_schema").get()?.n);
    if (found === 0 && tables === 0) {
      database.exec(`begin;
        create table task (agent text, id text, owner text, at int, primary key (agent, id)) without rowid;
        create index task_by_id on task (id);
        create index task_by_owner on task (owner, agent);
        create table alias (owner text, alias text, agent text, id text, at int, primary key (owner, alias, agent)) without rowid;
        create index alias_by_task on alias (owner, agent, id);
        create table context (agent text, id text, owner text, at int, primary key (agent, id)) without rowid;
        create table push (id text primary key, agent text, task text, owner text, route text, at int);
        create index push_by_task on push (owner, agent, task);
        pragma user_version = ${VERSION}; commit`);
    } else if (found !== VERSION) {
      throw new LocalError("CONFIG", `${path} is not a store of routes of version ${VERSION}: name another file`);
    }
    return database;
  } catch (error) {
    database.close();
    if (error instanceof LocalError) throw error;
    throw new LocalError("CONFIG", `${path} cannot be used as a store of routes: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
