import { taskStates } from "@a2a/types";

/** One step of the schema. */
export interface Migration {
  /** The oldest schema version whose programs still work after this step. Adding a column keeps them working; renaming one does not. */
  readonly oldest: number;
  /** The statements, for a schema whose quoted name is given. */
  readonly sql: (schema: string) => string;
}

/**
 * Tasks and exchanges share one sequence of keys, which preserves the order of a conversation. `task.changes` counts the writes of a
 * row: a write states the count that it was decided on, and is refused when it is not the current one. An append changes no
 * indexed column of `task`, so that its updates are HOT. Status times are in microseconds, all other times
 * in milliseconds by the clock of the database. Columns with JSON are text: it is stored as it will be sent.
 */
const tables = (s: string) => `
create sequence ${s}.key;
create type ${s}.run as enum ('idle', 'queued', 'running');
create type ${s}.state as enum (${taskStates.map((state) => `'${state}'`).join(", ")});
create table ${s}.task (
  key bigint primary key, id text collate "C" not null unique,
  tenant text not null, owner text not null, context_id text not null, alias text, version text not null,
  state ${s}.state not null, status_at bigint not null,
  seq int not null, generation int not null, answered int not null, size bigint not null, pushes int not null,
  run ${s}.run not null, token bigint not null, lease_until bigint, cancel text,
  turn int not null, attempt int not null, current_seq int, idle_at bigint,
  changes bigint not null default 1, snapshot_seq int not null default 0, trimmed boolean not null default false
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index task_list on ${s}.task (tenant, owner, status_at desc, id desc);
create index task_state on ${s}.task (tenant, owner, state, status_at desc, id desc);
create index task_context on ${s}.task (tenant, owner, hashtextextended(context_id, 0), status_at desc, id desc);
create unique index task_alias on ${s}.task (tenant, owner, hashtextextended(alias, 0)) where alias is not null;
create index task_queued on ${s}.task (key) where run = 'queued';
create index task_leased on ${s}.task (lease_until) where run = 'running';
create index task_idle on ${s}.task (trimmed, idle_at) where idle_at is not null;
create table ${s}.event (
  task bigint not null, seq int not null, generation int not null, answered int, token bigint not null, json text not null,
  primary key (task, seq)
);
create table ${s}.snapshot (
  task bigint primary key, seq int not null, generation int not null, messages int not null,
  head text not null, history text not null, artifacts text not null
);
create table ${s}.large_string (task bigint not null, hash text not null, value text not null, primary key (task, hash));
create table ${s}.turn (task bigint not null, seq int not null, json text not null, primary key (task, seq));
create table ${s}.checkpoint (task bigint primary key, json text not null);
create table ${s}.message (
  tenant text not null, owner text not null, id text not null, fingerprint text not null,
  task bigint, seq int, exchange bigint, holder text, reserved_until bigint, at bigint not null,
  primary key (tenant, owner, id)
);
create index message_at on ${s}.message (at);
create table ${s}.exchange (
  key bigint primary key, tenant text not null, owner text not null, context_id text not null,
  message text not null, answer text not null, at bigint not null
);
create index exchange_context on ${s}.exchange (tenant, owner, hashtextextended(context_id, 0), key desc);
create index exchange_at on ${s}.exchange (at);
create table ${s}.push (
  task bigint not null, id text not null, tenant text not null, owner text not null, host text not null, ord bigint not null,
  version text not null, principal text not null, next_seq int not null, attempts int not null,
  retry_at bigint, claim bigint not null, claimed_until bigint, config text not null, primary key (task, id)
);
create index push_scope on ${s}.push (tenant, owner);
create table ${s}.undelivered (task bigint primary key, tenant text not null, owner text not null, due_at bigint not null);
create index undelivered_due on ${s}.undelivered (due_at);
create table ${s}.writer (
  id text primary key, host text not null, batch bigint not null default 0, refused int[],
  seen_at timestamptz not null default now()
) with (fillfactor = 10);
`;

/** The statements that lead from one version of the schema to the next. A released one is never edited. */
export const MIGRATIONS: readonly Migration[] = [{ oldest: 1, sql: tables }];

/** The schema version of this program. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** A name as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
