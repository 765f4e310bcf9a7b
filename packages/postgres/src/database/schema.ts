import { taskStates } from "@a2a/types";

/** One step of the schema. */
export interface Migration {
  /** The oldest schema version whose programs still work after this step. Adding a column keeps them working; renaming one does not. */
  readonly oldest: number;
  /** The statements, for a schema whose quoted name is given. */
  readonly sql: (schema: string) => string;
}

/**
 * Tasks and exchanges share one sequence of keys, which preserves the order of a conversation. An append changes no indexed column of `task`, so that its updates are HOT. Status times are in microseconds, all other times
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

/**
 * Notes for the holders of leases: `task.noted` counts those that were ever left, `task.taken` those that were taken. A webhook knows the
 * last event of its task and when it is due, so that all about its delivery is in one row. Programs of version 1 write to tasks that
 * others hold. Without the table `writer`, those that are running stop writing.
 */
const notes = (s: string) => `
alter table ${s}.task add noted int not null default 0, add taken int not null default 0, drop column cancel, drop column changes;
update ${s}.task set lease_until = null where run <> 'running' and lease_until is not null;
create table ${s}.note (
  task bigint not null, n int not null, kind smallint not null,
  tenant text, owner text, message_id text, json text not null, primary key (task, n)
);
alter table ${s}.push add last_seq int not null default 0, add due_at bigint;
update ${s}.push p set last_seq = t.seq,
  due_at = case when p.next_seq <= t.seq then greatest(coalesce(p.retry_at, 0), coalesce(p.claimed_until, 0)) end
  from ${s}.task t where t.key = p.task;
create index push_due on ${s}.push (due_at) where due_at is not null;
create sequence ${s}.push_ord;
select setval('${s}.push_ord', coalesce((select max(ord) from ${s}.push), 0) + 1);
drop table ${s}.undelivered;
alter table ${s}.writer rename to replica;
`;

/** The statements that lead from one version of the schema to the next. A released one is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  { oldest: 1, sql: tables },
  { oldest: 2, sql: notes },
];

/** The schema version of this program. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** A name as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
