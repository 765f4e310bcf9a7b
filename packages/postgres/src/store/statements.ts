import { type ListQuery, microsOf, type Scope } from "@a2a/server/engine-kit";
import type { TaskQuery } from "@a2a/server/relational-kit";
import { NOW } from "../database/columns.ts";
import { deletedParts } from "./postgres-capacity.ts";
import { stringRows } from "./string-parameters.ts";

/** How many rows are deleted at once. */
export const SWEEP_BATCH = 500;

/** After how long every statement sees what was written before: they are given up much earlier. */
const VISIBLE_MS = 60_000;

/** The columns of a task that its owner writes. The others are left to the statements. */
const COLUMNS =
  "id tenant owner context_id alias version state status_at seq generation answered size run token turn attempt current_seq taken";
const PUSH_COLUMNS = "version principal host next_seq attempts retry_at claim claimed_until last_seq due_at config";
/** Those that replacing a webhook overwrites. */
const REPLACED = PUSH_COLUMNS.split(" ").filter((name) => name !== "claim");
/** Why a change was refused, as it is noted in the row of the replica: four times the number of the change, plus one of these. */
export const REFUSALS = ["", "fenced", "noted", "alias"] as const;

/**
 * The statements, for a schema whose quoted name is given. Every batch of writes is one statement, which takes effect as a whole. It
 * begins by advancing the number of the batch in the replica's row, so that a statement whose answer was lost can be found out to
 * have taken effect, or kept from doing so (`BatchWriter`).
 */
export function statements(s: string, ended: readonly string[]) {
  const list = (names: string, prefix = "") => names.split(" ").map((name) => prefix + name);
  const hash = (column: string) => `hashtextextended(${column}, 0)`;
  const gate = `gate as materialized (select id from ${s}.replica where id = $1 and batch = $2::bigint - 1 for update)`;
  const counted = (
    refused: string,
  ) => `counted as (update ${s}.replica w set batch = $2::bigint, refused = (${refused}), seen_at = now()
    from gate where w.id = gate.id returning w.refused)`;
  const turns = `(select coalesce(json_agg(json order by seq), '[]') from ${s}.turn where task = t.key) as turns,
    (select json from ${s}.checkpoint where task = t.key) as checkpoint`;
  // Rows have the number of their change where their task has its key.
  const rows = (table: string, parameter: string, columns: string) =>
    `select ok.task, ${list(columns, "r.")} from ok join json_populate_recordset(null::${s}.${table}, ${parameter}) r on r.task = ok.ord`;
  const tasks = `select ok.task, ok.webhooks, r.* from ok join json_populate_recordset(null::${s}.task, $5) r on r.key = ok.ord`;
  const set = (names: string[]) => names.map((name) => `${name} = excluded.${name}`).join(", ");
  const lock = `(select pg_try_advisory_xact_lock(hashtext('retention of ${s}')))`;
  const some = `limit ${SWEEP_BATCH} for update skip locked`;
  const expired = `t.idle_at < ${NOW} - $1::bigint and not t.trimmed and t.state = any($2::${s}.state[])`;
  const deleteOld = (table: string) => `delete from ${s}.${table} where ctid = any(array(
    select ctid from ${s}.${table} where ${lock} and at < ${NOW} - $1::bigint ${some})) returning null as id`;
  const isOver = (column: string) => `${column} in (${ended.map((state) => `'${state}'`)})`;
  const isFree = (t: string) => `(${t}.lease_until is null or ${t}.lease_until <= ${NOW})`;
  const known = `m.fingerprint as m_fingerprint, m.seq as m_seq, m.holder, mt.id as m_task, mt.context_id as m_context, x.answer as m_answer`;
  const ofMessage = `left join ${s}.task mt on mt.key = m.task left join ${s}.exchange x on x.key = m.exchange`;
  const dueAt = (p: string) => `greatest(coalesce(${p}.retry_at, 0), coalesce(${p}.claimed_until, 0))`;
  const due = `p.due_at <= ${NOW} and p.host <> all($3::text[])
    and (p.tenant, p.owner) not in (select * from unnest($1::text[], $2::text[]))`;
  const nextSeq = "greatest(p.next_seq, coalesce($4::int + 1, 0))";
  const retryAt = `case when $4::int is null then coalesce(${NOW} + $6::bigint, p.retry_at) end`;
  const claimable = `((select key, id from ${s}.task t where run = 'queued' and ${isFree("t")} order by key limit $1)
      union (select key, id from ${s}.task where run = 'running' and lease_until <= ${NOW} order by lease_until limit $1)
      union (select t.key, t.id from ${s}.note n join ${s}.task t on t.key = n.task where ${isFree("t")} limit $1))`;

  return {
    /**
     * $3 the changes, $4 the reservations they depend on, $5 … $12 the rows of their tasks, events, turns, checkpoints, webhooks, large
     * strings, exchanges and messages, all as JSON; $13 the term of a lease; $14 the bytes of large strings. A row whose content is null is deleted. Rows are locked
     * in the order of the changes.
     */
    write: `with ${gate}, c as materialized (
      select r.*, coalesce(r.key, nextval('${s}.key')) as task from gate cross join json_to_recordset($3) as r(ord int, key bigint, token bigint,
        taken int, is_released boolean, tenant text, owner text, alias text, replaced bigint, webhooks int)
    ), held as materialized (
      select h.ord, m.is_held from gate cross join json_to_recordset($4) as h(ord int, tenant text, owner text, id text, holder text)
      left join lateral (select true as is_held from ${s}.message where tenant = h.tenant and owner = h.owner and id = h.id
        and holder = h.holder limit 1 for update) m on true
    ), judged as materialized (
      select c.*, case
          when c.key is not null and t.token is distinct from c.token then 1
          when exists (select from held where held.ord = c.ord and held.is_held is null) then 1
          when c.is_released and t.noted is distinct from c.taken then 2
          when c.alias is not null and exists (select from ${s}.task a where a.tenant = c.tenant and a.owner = c.owner
            and ${hash("a.alias")} = ${hash("c.alias")} and a.alias = c.alias and a.key is distinct from c.replaced) then 3
          else 0 end as verdict
      from c left join lateral (select token, noted from ${s}.task where key = c.key limit 1 for update) t on true
    ), ok as materialized (select * from judged where verdict = 0
    ), freed as (
      update ${s}.task t set alias = null from ok where t.key = ok.replaced returning t.key
    ), changed as (
      update ${s}.task t set (${list(COLUMNS)}) = row(${list(COLUMNS, "r.")}), pushes = t.pushes + r.webhooks,
        lease_until = case when r.run <> 'running' then null when t.token = r.token then t.lease_until else ${NOW} + $13::bigint end,
        idle_at = case when r.run = 'idle' then coalesce(t.idle_at, ${NOW}) end
      from (${tasks} where ok.key is not null) r where t.key = r.task returning t.key, t.pushes
    ), created as (
      insert into ${s}.task (key, pushes, lease_until, idle_at, ${list(COLUMNS)})
      select task, webhooks, case when run = 'running' then ${NOW} + $13::bigint end, case when run = 'idle' then ${NOW} end, ${list(COLUMNS)}
      from (${tasks} where ok.key is null) r where (select count(*) from freed) >= 0 returning key, pushes
    ), events as (
      insert into ${s}.event (task, seq, generation, answered, token, json) ${rows("event", "$6", "seq generation answered token json")}
    ), turns as (insert into ${s}.turn ${rows("turn", "$7", "seq json")} where r.json is not null
    ), ended as (delete from ${s}.turn t using (${rows("turn", "$7", "seq json")} where r.json is null) r where t.task = r.task and t.seq = r.seq
    ), saved as (insert into ${s}.checkpoint ${rows("checkpoint", "$8", "json")} where r.json is not null on conflict (task) do update set ${set(["json"])}
    ), unsaved as (delete from ${s}.checkpoint t using (${rows("checkpoint", "$8", "json")} where r.json is null) r where t.task = r.task
    ), touched as (
      update ${s}.push p set last_seq = r.seq, due_at = least(p.due_at, ${dueAt("p")}) from (${tasks} where ok.key is not null) r
      where p.task = r.task and p.last_seq < r.seq
        and not exists (select from json_populate_recordset(null::${s}.push, $9) w where w.task = r.key and w.id = p.id)
    ), pushes as (
      insert into ${s}.push as p (task, ord, id, tenant, owner, ${list(PUSH_COLUMNS)})
      select ok.task, nextval('${s}.push_ord'), ${list(`id tenant owner ${PUSH_COLUMNS}`, "r.")}
      from ok join json_populate_recordset(null::${s}.push, $9) r on r.task = ok.ord where r.config is not null
      on conflict (task, id) do update set ${set(REPLACED)}, claim = p.claim + 1
    ), strings as (insert into ${s}.large_string
      select ok.task, r.hash, r.value from ok join ${stringRows("$10", "$14")} r on r.task = ok.ord on conflict do nothing
    ), exchanges as (
      insert into ${s}.exchange (key, tenant, owner, context_id, message, answer, at)
      select ok.task, r.tenant, r.owner, r.context_id, r.message, r.answer, ${NOW}
      from ok join json_populate_recordset(null::${s}.exchange, $11) r on r.key = ok.ord
    ), remembered as (
      insert into ${s}.message (tenant, owner, id, fingerprint, task, seq, exchange, at)
      select r.tenant, r.owner, r.id, r.fingerprint, case when not r.is_exchange then ok.task end, r.seq,
        case when r.is_exchange then ok.task end, ${NOW}
      from ok join json_to_recordset($12) as r(ord int, tenant text, owner text, id text, fingerprint text, seq int, is_exchange boolean) using (ord)
      on conflict (tenant, owner, id) do update set ${set(list("fingerprint task seq exchange at"))}, holder = null, reserved_until = null
    ), done as (delete from ${s}.note n using ok where n.task = ok.key and n.n <= ok.taken
    ), ${counted("select array_agg(ord * 4 + verdict) from judged where verdict > 0")}
    select (select refused from counted) as refused, (select count(*) from counted) as counted,
      (select json_agg(json_build_object('ord', ok.ord, 'key', w.key, 'pushes', w.pushes))
        from ok join (select * from changed union all select * from created) w on w.key = ok.task) as written`,

    /** A webhook that was set while an event was being written may have missed it: $1 tasks. */
    touch: `update ${s}.push p set last_seq = t.seq, due_at = least(p.due_at, ${dueAt("p")})
      from ${s}.task t where t.key = any($1::bigint[]) and p.task = t.key and p.last_seq < t.seq`,

    /** $1 the messages as JSON, $2 the term. A record whose task or exchange has been deleted is none. */
    reserve: `with asked as materialized (
      select * from json_to_recordset($1) as r(ord int, tenant text, owner text, id text, fingerprint text, holder text)
    ), mine as (
      insert into ${s}.message as m (tenant, owner, id, fingerprint, holder, reserved_until, at)
      select tenant, owner, id, fingerprint, holder, ${NOW} + $2::bigint, ${NOW} from asked order by tenant, owner, id
      on conflict (tenant, owner, id) do update set ${set(list("fingerprint holder reserved_until at"))}, task = null, seq = null, exchange = null
      where m.holder = excluded.holder or m.reserved_until <= ${NOW} or (m.at <= ${NOW} - ${VISIBLE_MS} and m.holder is null
        and not exists (select from ${s}.task t where t.key = m.task) and not exists (select from ${s}.exchange x where x.key = m.exchange))
      returning holder
    ) select a.ord, mine.holder is not null as is_mine, ${known} from asked a left join mine on mine.holder = a.holder
      left join ${s}.message m on m.tenant = a.tenant and m.owner = a.owner and m.id = a.id ${ofMessage} order by a.ord`,
    /** $1 tenant, $2 owner, $3 the message, $4 the holder. */
    withdraw: `delete from ${s}.message where tenant = $1 and owner = $2 and id = $3 and holder = $4`,
    /** $1 tenant, $2 owner, $3 the message. */
    seen: `select ${known} from ${s}.message m ${ofMessage} where m.tenant = $1 and m.owner = $2 and m.id = $3`,

    /** $1 the task, $2 tenant and $3 owner, or null, $4 whether by force, $5 the term. */
    acquire: `with taken as (
      update ${s}.task t set token = t.token + 1, lease_until = ${NOW} + $5::bigint
      where t.id = $1 and ($2::text is null or (t.tenant = $2 and t.owner = $3)) and not ${isOver("t.state")} and ($4 or ${isFree("t")})
      returning t.*
    ), found as (
      select t.*, true as is_held from taken t union all
      select t.*, false from ${s}.task t where t.id = $1 and ($2::text is null or (t.tenant = $2 and t.owner = $3)) and not exists (select from taken)
    ) select t.*, ${turns}, (select coalesce(json_agg(x order by x.n), '[]') from ${s}.note x where x.task = t.key) as notes from found t`,
    /** $1 the task, $2 the kind, $3 tenant, $4 owner, $5 message, $6 fingerprint, $7 holder, or null, $8 the text. */
    note: `with t as materialized (
      select key from ${s}.task where id = $1 and lease_until > ${NOW} and not ${isOver("state")} for update
    ), m as (
      insert into ${s}.message as m (tenant, owner, id, fingerprint, task, at) select $3, $4, $5, $6, key, ${NOW} from t where $5::text is not null
      on conflict (tenant, owner, id) do update set ${set(list("fingerprint task at"))}, seq = null, exchange = null, holder = null, reserved_until = null
      where m.holder = $7 returning 1
    ), left_one as (
      update ${s}.task set noted = noted + 1 from t where task.key = t.key and ($5::text is null or exists (select from m))
      returning task.key, task.noted
    ) insert into ${s}.note (task, n, kind, tenant, owner, message_id, json) select key, noted, $2, $3, $4, $5, $8 from left_one returning n`,
    /** $1 tasks. */
    notes: `select t.id, n.* from ${s}.task t join ${s}.note n on n.task = t.key where t.id = any($1) order by n.task, n.n`,

    /** $1 ids, $2 tokens, $3 the term; reservations: $4 tenants, $5 owners, $6 messages, $7 holders. */
    renew: `with kept as (
      update ${s}.message m set reserved_until = ${NOW} + $3::bigint from unnest($4::text[], $5::text[], $6::text[], $7::text[]) as r(tenant, owner, id, holder)
      where m.tenant = r.tenant and m.owner = r.owner and m.id = r.id and m.holder = r.holder
    ) update ${s}.task t set lease_until = ${NOW} + $3::bigint from unnest($1::text[], $2::bigint[]) as i(id, token)
      where t.id = i.id and t.token = i.token and t.lease_until is not null returning t.id`,
    /** $1 how many turns to look for, $2 the tasks that are followed. */
    poll: `select (select json_agg(json_build_array(id, seq)) from ${s}.task where id = any($2)) as positions,
      (select json_agg(distinct t.id) from ${s}.note n join ${s}.task t on t.key = n.task) as noted,
      exists (select from ${claimable} c) as is_claimable`,
    /** $1 how many. */
    claimable: `select id from ${claimable} c order by key limit $1`,
    heads: `select * from ${s}.task where id = any($1)`,
    /** $1 tenant, $2 owner, $3 alias. */
    byAlias: `select id from ${s}.task where tenant = $1 and owner = $2 and ${hash("alias")} = ${hash("$3")} and alias = $3`,

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

    /** $1 tenant, $2 owner, $3 context, $4 how many. */
    conversation: `with place as (select $1 as tenant, $2 as owner, $3 as context_id)
      (select key, t.id, null as message, null as answer from ${s}.task t join place using (tenant, owner, context_id)
        where ${hash("context_id")} = ${hash("$3")} order by key desc limit $4)
      union all (select key, null, message, answer from ${s}.exchange join place using (tenant, owner, context_id)
        where ${hash("context_id")} = ${hash("$3")} order by key desc limit $4) order by key desc limit $4`,

    /** $1 the task, $2 the event. */
    snapshot: `select * from ${s}.snapshot where task = $1 and seq <= $2`,
    /** $1 the snapshot, $2 its large strings, as JSON; $3 the bytes of these. */
    saveSnapshot: `with strings as (
      insert into ${s}.large_string select * from ${stringRows("$2", "$3")} r on conflict do nothing
    ), kept as (
      insert into ${s}.snapshot as k select * from json_populate_recordset(null::${s}.snapshot, $1)
      on conflict (task) do update set ${set(list("seq generation messages head history artifacts"))} where k.seq < excluded.seq returning k.*
    ) update ${s}.task t set snapshot_seq = kept.seq from kept where t.key = kept.task`,
    /** $1 the task, $2 the hashes. */
    largeStrings: `select hash, value from ${s}.large_string where task = $1 and hash = any($2)`,

    /** $1 the task. */
    pushes: `select * from ${s}.push where task = $1 order by ord`,
    /** $1 tenant, $2 owner. */
    countWebhooks: `select count(*) as n from ${s}.push where tenant = $1 and owner = $2`,
    /** $1 the webhook as JSON. It gets the events after the last one; the task's row is locked, so that its owner notices. */
    setWebhook: `with r as (select * from json_populate_recordset(null::${s}.push, $1)
    ), t as (update ${s}.task t set pushes = t.pushes + 1 from r where t.key = r.task returning t.key, t.seq
    ) insert into ${s}.push as p (task, ord, next_seq, last_seq, id, tenant, owner, version, principal, host, attempts, claim, config)
      select t.key, nextval('${s}.push_ord'), t.seq + 1, t.seq, r.id, r.tenant, r.owner, r.version, r.principal, r.host, 0, 0, r.config from r, t
      on conflict (task, id) do update set ${set(REPLACED)}, claim = p.claim + 1 returning *`,
    /** $1 the task, $2 the webhook. */
    deleteWebhook: `delete from ${s}.push where task = $1 and id = $2 returning id`,
    /** Excluded: $1 tenants and $2 owners, $3 hosts. */
    isPushDue: `select exists (select from ${s}.push p where ${due}) as found`,
    /** The same; $4 how many, $5 the term of a claim. The first of each owner come before the second of any. */
    claimPushes: `with chosen as (
      select p.task, p.id from (
        select task, id, row_number() over (partition by p.tenant, p.owner order by p.due_at, p.ord) as turn from ${s}.push p where ${due}
      ) d join ${s}.push p using (task, id) where p.due_at <= ${NOW} order by d.turn, p.ord limit $4 for update of p skip locked
    ) update ${s}.push p set claim = p.claim + 1, claimed_until = ${NOW} + $5::bigint, due_at = ${NOW} + $5::bigint
      from chosen, ${s}.task t where p.task = chosen.task and p.id = chosen.id and p.due_at <= ${NOW} and t.key = p.task returning p.*, t.id as task_id`,
    /**
     * $1 the id of the task, $2 the webhook, $3 its claim, $4 up to which event it was delivered, or null, $5 the term of the claim, or null,
     * $6 after how long it is tried again, or null.
     */
    updatePush: `update ${s}.push p set
        attempts = case when $4::int is not null then 0 when $6::bigint is not null then p.attempts + 1 else p.attempts end,
        next_seq = ${nextSeq}, retry_at = ${retryAt}, claimed_until = ${NOW} + $5::bigint,
        due_at = case when ${nextSeq} <= p.last_seq then greatest(coalesce(${retryAt}, 0), coalesce(${NOW} + $5::bigint, 0)) end
      where p.task = (select key from ${s}.task where id = $1) and p.id = $2 and p.claim = $3`,

    // Deletions of one batch, $1 the time to live. An advisory lock sees to it that one engine deletes at a time.
    trim: `with gone as (update ${s}.task set trimmed = true where key in (select key from ${s}.task t where ${lock} and ${expired}
        and t.snapshot_seq = t.seq ${some}) returning key, id
      ), events as (delete from ${s}.event e using gone where e.task = gone.key) select id from gone`,
    deleteTasks: `with gone as (delete from ${s}.task where key in (
        select key from ${s}.task where ${lock} and idle_at < ${NOW} - $1::bigint and ${isFree("task")} ${some}) returning key, id
      ), ${deletedParts(s)} select id from gone`,
    deleteMessages: deleteOld("message"),
    deleteExchanges: deleteOld("exchange"),
    deleteReplicas: `delete from ${s}.replica where seen_at < now() - interval '7 days'`,
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
