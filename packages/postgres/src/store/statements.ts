import { type ListQuery, microsOf, type Scope } from "@a2a/server/engine-kit";
import type { TaskQuery } from "@a2a/server/relational-kit";
import { NOW } from "../database/columns.ts";

/** How many rows are deleted at once. */
export const SWEEP_BATCH = 500;

/** The columns of a task that a decision changes. The others are left to the statements. */
const COLUMNS =
  "id tenant owner context_id alias version state status_at seq generation answered size pushes run token cancel turn attempt current_seq idle_at";
const PUSH_COLUMNS = "version principal host next_seq attempts retry_at claim claimed_until config";

/**
 * The statements, for a schema whose quoted name is given. Every batch of writes is one statement, which takes effect as a whole. It
 * begins by advancing the number of the batch in the writer's row, so that a statement whose answer was lost can be found out to
 * have taken effect, or kept from doing so (`BatchWriter`).
 */
export function statements(s: string) {
  const list = (names: string, prefix = "") => names.split(" ").map((name) => prefix + name);
  const hash = (column: string) => `hashtextextended(${column}, 0)`;
  const gate = `gate as materialized (select id from ${s}.writer where id = $1 and batch = $2::bigint - 1 for update)`;
  const noted = (
    refused: string,
  ) => `noted as (update ${s}.writer w set batch = $2::bigint, refused = (${refused}), seen_at = now()
    from gate where w.id = gate.id returning w.refused)`;
  const turns = `(select coalesce(json_agg(json order by seq), '[]') from ${s}.turn where task = t.key) as turns,
    (select json from ${s}.checkpoint where task = t.key) as checkpoint`;
  const rows = (table: string, parameter: string, key = "task") =>
    `select r.* from ok join json_populate_recordset(null::${s}.${table}, ${parameter}) r on r.${key} = ok.task`;
  const set = (names: string[]) => names.map((name) => `${name} = excluded.${name}`).join(", ");
  const lock = `(select pg_try_advisory_xact_lock(hashtext('retention of ${s}')))`;
  const some = `limit ${SWEEP_BATCH} for update skip locked`;
  const expired = `t.idle_at < ${NOW} - $1::bigint and not t.trimmed and t.state = any($2::${s}.state[])`;
  const deleteOld = (table: string) => `delete from ${s}.${table} where ctid = any(array(
    select ctid from ${s}.${table} where ${lock} and at < ${NOW} - $1::bigint ${some})) returning null as id`;

  return {
    /** $3 ids, $4 tokens, $5 events per task, $6 sizes, $7 size limit, $8 event limit; of each event: $9 task, $10 place, $11 JSON. */
    grow: `with ${gate}, grown as (
      update ${s}.task t set seq = t.seq + i.n, generation = t.generation + i.n, size = t.size + i.size, changes = t.changes + 1
      from gate, unnest($3::text[], $4::bigint[], $5::int[], $6::bigint[]) with ordinality as i(id, token, n, size, ord)
      where t.id = i.id and t.token = i.token and t.run = 'running' and t.size + i.size <= $7::bigint and t.seq + i.n <= $8::bigint
      returning i.ord, i.n, t.*
    ), added as (
      insert into ${s}.event (task, seq, generation, token, json)
      select g.key, g.seq - g.n + e.nth, g.generation - g.n + e.nth, g.token, e.json
      from grown g join unnest($9::int[], $10::int[], $11::text[]) as e(ord, nth, json) on e.ord = g.ord
    ), due as (
      insert into ${s}.undelivered select key, tenant, owner, 0 from grown where pushes > 0 on conflict (task) do update set due_at = 0
    ), ${noted("select array_agg(o::int) from generate_series(1, cardinality($3::text[])) o where o not in (select ord from grown)")}
    select (select refused from noted) as refused, (select count(*) from noted) as noted,
      (select json_agg(g) from (select ord, seq, generation, pushes, key, changes, snapshot_seq from grown) g) as grown`,

    /** The outcome of `grow` when its answer was lost: $1 ids, $2 tokens. */
    regrown: `select i.ord, e.seq, e.generation, t.pushes, t.key, t.changes, t.snapshot_seq
      from unnest($1::text[], $2::bigint[]) with ordinality as i(id, token, ord) join ${s}.task t on t.id = i.id
      cross join lateral (select seq, generation from ${s}.event where task = t.key and token = i.token order by seq desc limit 1) e`,

    /** $1 the queries as JSON. A task that may be created gets a key. */
    load: `select c.ord, ${NOW} as now, t.*, ${turns},
        case when t.key is null or c.alias is not null then nextval('${s}.key') end as fresh_key,
        m.fingerprint as m_fingerprint, m.seq as m_seq, m.holder, m.reserved_until, m.xmin::text as m_version,
        mt.id as m_task, mt.context_id as m_context, x.answer as m_answer,
        case when c.with_pushes then (select json_agg(p order by p.ord) from ${s}.push p where p.task = t.key) end as push_rows,
        case when c.with_pushes then (select count(*) from ${s}.push p where p.tenant = c.tenant and p.owner = c.owner) end as owner_pushes
      from json_to_recordset($1) as c(ord int, id text, tenant text, owner text, alias text, message text, with_pushes boolean)
      left join lateral (select a.id from ${s}.task a where a.tenant = c.tenant and a.owner = c.owner
        and ${hash("a.alias")} = ${hash("c.alias")} and a.alias = c.alias limit 1) a on true
      left join lateral (select * from ${s}.task where id = coalesce(c.id, a.id) limit 1) t on true
      left join lateral (select *, xmin from ${s}.message where tenant = c.tenant and owner = c.owner and id = c.message limit 1) m on true
      left join lateral (select id, context_id from ${s}.task where key = m.task limit 1) mt on true
      left join lateral (select answer from ${s}.exchange where key = m.exchange limit 1) x on true order by c.ord`,

    /** $1 how many. */
    claimable: `with found as ((select * from ${s}.task where run = 'queued' order by key limit $1)
        union all (select * from ${s}.task where run = 'running' and lease_until <= ${NOW} order by lease_until limit $1)
      ) select ${NOW} as now, t.*, ${turns} from found t order by key limit $1`,

    /**
     * $3 the commands, $4 … $11 the rows of their tasks, events, turns, checkpoints, webhooks, undelivered tasks, large strings and
     * exchanges, all as JSON. A row whose content is null is deleted. Rows are locked in the order of the commands.
     */
    write: `with ${gate}, c as materialized (
      select r.* from gate cross join json_to_recordset($3) as r(ord int, task bigint, key bigint, changes bigint, frees_alias boolean,
        m_op text, m_version text, tenant text, owner text, message text, fingerprint text, m_task bigint, m_seq int, m_exchange bigint,
        holder text, reserved_until bigint, at bigint)
    ), ok as materialized (
      select c.* from c
      left join lateral (select true as held from ${s}.task where key = c.key and changes = c.changes limit 1 for update) t on true
      left join lateral (select true as held from ${s}.message where tenant = c.tenant and owner = c.owner and id = c.message
        and xmin::text = c.m_version limit 1 for update) m on true
      where (c.key is null or t.held) and (c.m_version is null or m.held)
    ), freed as (
      update ${s}.task t set alias = null, changes = t.changes + 1 from ok where ok.frees_alias and t.key = ok.key returning t.key
    ), changed as (
      update ${s}.task t set (${list(COLUMNS)}) = row(${list(COLUMNS, "r.")}), changes = t.changes + 1,
        lease_until = case when t.token = r.token then greatest(t.lease_until, r.lease_until) else r.lease_until end
      from (${rows("task", "$4", "key")} where ok.key = ok.task) r where t.key = r.key
    ), created as (
      insert into ${s}.task (key, lease_until, ${list(COLUMNS)}) select key, lease_until, ${list(COLUMNS)}
      from (${rows("task", "$4", "key")} where ok.key is distinct from ok.task) r where (select count(*) from freed) >= 0
    ), events as (insert into ${s}.event ${rows("event", "$5")}
    ), turns as (insert into ${s}.turn ${rows("turn", "$6")} where r.json is not null
    ), ended as (delete from ${s}.turn t using (${rows("turn", "$6")} where r.json is null) r where t.task = r.task and t.seq = r.seq
    ), saved as (insert into ${s}.checkpoint ${rows("checkpoint", "$7")} where r.json is not null on conflict (task) do update set ${set(["json"])}
    ), unsaved as (delete from ${s}.checkpoint t using (${rows("checkpoint", "$7")} where r.json is null) r where t.task = r.task
    ), pushes as (insert into ${s}.push ${rows("push", "$8")} where r.config is not null
      on conflict (task, id) do update set ${set(list(PUSH_COLUMNS))}
    ), unpushed as (delete from ${s}.push t using (${rows("push", "$8")} where r.config is null) r where t.task = r.task and t.id = r.id
    ), due as (insert into ${s}.undelivered ${rows("undelivered", "$9")} where r.due_at is not null
      on conflict (task) do update set ${set(["due_at"])}
    ), delivered as (delete from ${s}.undelivered t using (${rows("undelivered", "$9")} where r.due_at is null) r where t.task = r.task
    ), strings as (insert into ${s}.large_string ${rows("large_string", "$10")} on conflict do nothing
    ), exchanges as (
      insert into ${s}.exchange select r.* from ok join json_populate_recordset(null::${s}.exchange, $11) r on r.key = ok.m_exchange
    ), remembered as (
      insert into ${s}.message (tenant, owner, id, fingerprint, task, seq, exchange, holder, reserved_until, at)
      select tenant, owner, message, fingerprint, m_task, m_seq, m_exchange, holder, reserved_until, at from ok where m_op = 'insert'
    ), decided as (
      update ${s}.message m set fingerprint = ok.fingerprint, task = m_task, seq = m_seq, exchange = m_exchange, holder = ok.holder,
        reserved_until = ok.reserved_until, at = ok.at
      from ok where m_op = 'update' and m.tenant = ok.tenant and m.owner = ok.owner and m.id = ok.message
    ), withdrawn as (
      delete from ${s}.message m using ok where m_op = 'delete' and m.tenant = ok.tenant and m.owner = ok.owner and m.id = ok.message
    ), ${noted("select array_agg(ord) from c where ord not in (select ord from ok)")}
    select (select refused from noted) as refused, (select count(*) from noted) as noted`,

    /** $1 ids, $2 tokens, $3 the term. */
    renew: `update ${s}.task t set lease_until = ${NOW} + $3::bigint from unnest($1::text[], $2::bigint[]) as i(id, token)
      where t.id = i.id and t.token = i.token and t.run = 'running' returning t.id, t.token, t.cancel`,
    positions: `select id, seq from ${s}.task where id = any($1)`,
    heads: `select * from ${s}.task where id = any($1)`,

    /** $1 tasks, $2 after which event, $3 how many. */
    tails: `select w.ord, e.* from unnest($1::bigint[], $2::int[], $3::int[]) with ordinality as w(task, after, max, ord)
      cross join lateral (select seq, generation, answered, json from ${s}.event
        where task = w.task and seq > w.after order by seq limit w.max) e order by w.ord, e.seq`,

    /** @param expiry The parameters of tasks whose events have expired. */
    tasks(
      query: TaskQuery,
      withArtifacts: boolean,
      expiry: readonly unknown[],
    ): { text: string; values: readonly unknown[] } {
      const page =
        "list" in query
          ? listed(query.scope, query.list, query.list.cursor)
          : { condition: "t.id = any($1)", values: ["ids" in query ? query.ids : []] };
      const { condition, values } =
        "outdated" in query
          ? { condition: `${expired} and t.snapshot_seq < t.seq limit ${SWEEP_BATCH}`, values: expiry }
          : page;
      const end = "list" in query ? `order by t.status_at desc, t.id desc limit ${query.list.pageSize + 1}` : "";
      const text = `select t.*, s.messages, s.head, s.history, ${withArtifacts ? "s.artifacts" : "''"} as artifacts,
          case when coalesce(s.seq, 0) < t.seq then (select json_agg(e order by e.seq) from ${s}.event e
            where e.task = t.key and e.seq > coalesce(s.seq, 0)) end as tail
        from ${s}.task t left join ${s}.snapshot s on s.task = t.key where ${condition} ${end}`;
      return { text, values };
    },
    count(scope: Scope, query: ListQuery): { text: string; values: readonly unknown[] } {
      const { condition, values } = listed(scope, query);
      return { text: `select count(*) as n from ${s}.task t where ${condition}`, values };
    },

    /** $1 tenant, $2 owner, $3 context, $4 how many, $5 the task to leave out. */
    conversation: `with place as (select $1 as tenant, $2 as owner, $3 as context_id)
      (select key, t.id, null as message, null as answer from ${s}.task t join place using (tenant, owner, context_id)
        where ${hash("context_id")} = ${hash("$3")} and id <> $5 order by key desc limit $4)
      union all (select key, null, message, answer from ${s}.exchange join place using (tenant, owner, context_id)
        where ${hash("context_id")} = ${hash("$3")} order by key desc limit $4) order by key desc limit $4`,

    /** $1 the task, $2 the event. */
    snapshot: `select * from ${s}.snapshot where task = $1 and seq <= $2`,
    /** $1 the snapshot, $2 its large strings, as JSON. */
    saveSnapshot: `with strings as (
      insert into ${s}.large_string select * from json_populate_recordset(null::${s}.large_string, $2) on conflict do nothing
    ), kept as (
      insert into ${s}.snapshot as k select * from json_populate_recordset(null::${s}.snapshot, $1)
      on conflict (task) do update set ${set(list("seq generation messages head history artifacts"))} where k.seq < excluded.seq returning k.*
    ) update ${s}.task t set snapshot_seq = kept.seq from kept where t.key = kept.task`,
    /** $1 the task, $2 the hashes. */
    largeStrings: `select hash, value from ${s}.large_string where task = $1 and hash = any($2)`,

    hasClaimable: `select exists (select from ${s}.task where run = 'queued')
      or exists (select from ${s}.task where run = 'running' and lease_until <= ${NOW}) as found`,
    /** $1 how many; excluded: $2 tenants and $3 owners, $4 hosts. The first of each owner come before the second of any. */
    duePushes: `select p.*, t.id as task_id from (
        select u.task, row_number() over (partition by u.tenant, u.owner order by u.due_at, u.task) as turn from ${s}.undelivered u
        where u.due_at <= ${NOW} and (u.tenant, u.owner) not in (select * from unnest($2::text[], $3::text[]))
      ) due join ${s}.task t on t.key = due.task join ${s}.push p on p.task = due.task
      where p.next_seq <= t.seq and greatest(p.retry_at, p.claimed_until, 0) <= ${NOW} and p.host <> all($4::text[])
      order by due.turn, p.ord limit $1`,

    // Deletions of one batch, $1 the time to live. An advisory lock sees to it that one engine deletes at a time.
    trim: `with gone as (update ${s}.task set trimmed = true where key in (select key from ${s}.task t where ${lock} and ${expired}
        and t.snapshot_seq = t.seq ${some}) returning key, id
      ), events as (delete from ${s}.event e using gone where e.task = gone.key) select id from gone`,
    deleteTasks: `with gone as (delete from ${s}.task where key in (
        select key from ${s}.task where ${lock} and idle_at < ${NOW} - $1::bigint ${some}) returning key, id
      ), ${list("event snapshot large_string turn checkpoint push undelivered").map((name) => `${name} as (delete from ${s}.${name} x using gone where x.task = gone.key)`)}
      select id from gone`,
    deleteMessages: deleteOld("message"),
    deleteExchanges: deleteOld("exchange"),
    deleteWriters: `delete from ${s}.writer where seen_at < now() - interval '7 days'`,
  };

  /** The tasks of a list. */
  function listed({ tenant, owner }: Scope, query: ListQuery, cursor?: ListQuery["cursor"]) {
    const values: unknown[] = [tenant, owner];
    const value = (one: unknown) => `$${values.push(one)}`;
    let condition = "t.tenant = $1 and t.owner = $2";
    const context = query.contextId === undefined ? undefined : value(query.contextId);
    if (context) condition += ` and ${hash("t.context_id")} = ${hash(context)} and t.context_id = ${context}`;
    if (query.status !== undefined) condition += ` and t.state = ${value(query.status)}`;
    if (query.statusTimestampAfter !== undefined)
      condition += ` and t.status_at >= ${value(microsOf(query.statusTimestampAfter))}`;
    if (cursor) condition += ` and (t.status_at, t.id) < (${value(cursor.statusAt)}, ${value(cursor.id)})`;
    return { condition, values };
  }
}
