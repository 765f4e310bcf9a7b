import {
  type Answer,
  BatchedCommits,
  type ClaimCommand,
  CoalescedReads,
  collectPage,
  type DuePushes,
  isSnapshotDue,
  type ListQuery,
  type LogSnapshot,
  latestMessages,
  microsOf,
  type PushFilter,
  type PushRecord,
  RecentTasks,
  type RowPage,
  type Scope,
  type SeenMessage,
  type Sharing,
  type StoreCommand,
  type StoredFacts,
  type StoreEvents,
  seenIn,
  storageUnavailable,
  type TaskHead,
  type TaskSnapshot,
  type TaskStore,
  type TaskView,
  type TextEntry,
  taskIn,
  type WrittenTask,
} from "@a2a/server/engine-kit";
import { createId, type Message, type Task } from "@a2a/types";
import { fromRow, messageKey, NOW, toText } from "../database/columns.ts";
import { type PostgresPool, Reader } from "../database/connections.ts";
import { Hints } from "../database/hints.ts";
import { CommitStorage } from "./commit-storage.ts";
import { Retention, type RetentionOptions } from "./retention.ts";
import { statements } from "./statements.ts";
import { headOf, pushOf, slotOf } from "./task-rows.ts";
import { Texts } from "./texts.ts";
import { Writer } from "./writer.ts";

/** Options of a store in PostgreSQL. */
export interface PostgresStoreOptions extends RetentionOptions {
  readonly pool: PostgresPool;
  /** The quoted name of the schema. */
  readonly schema: string;
  /** The channel of hints; absent for polling only, which needs no state of a session. */
  readonly channel: string | undefined;
  readonly leaseMs: number;
  readonly pollMs: number;
  readonly timeoutMs: number;
  /** Closes the pool, if it belongs to the store. */
  end(): Promise<void>;
}

/** How many tasks of a conversation are read at once. */
const CONVERSATION_BATCH = 20;

/** Tasks in PostgreSQL, shared by any number of engines. */
export class PostgresStore implements TaskStore {
  readonly sharing: Sharing;
  readonly #options: PostgresStoreOptions;
  readonly #s: string;
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #texts: Texts;
  readonly #recent = new RecentTasks();
  readonly #commits: BatchedCommits<StoredFacts>;
  readonly #hints: Hints | undefined;
  readonly #retention: Retention;
  readonly #heads: CoalescedReads<string, TaskHead | undefined>;
  readonly #tails: CoalescedReads<{ task: number; after: number; limit: number }, TextEntry[]>;
  readonly #snapshots = new Set<string>();

  constructor(options: PostgresStoreOptions, events: StoreEvents) {
    const { pool, schema, channel, timeoutMs, leaseMs, pollMs } = options;
    const id = createId();
    this.#options = options;
    this.#s = schema;
    this.#reader = new Reader(pool, timeoutMs);
    this.#texts = new Texts(this.#reader, schema);
    const sql = statements(schema);
    const writing = { schema, id, timeoutMs, prepares: channel !== undefined };
    this.#writer = new Writer(pool, writing, (error) => this.#commits.refuse(error));
    const storage = new CommitStorage(this.#writer, sql, this.#texts);
    this.#commits = new BatchedCommits(storage, this.#recent, (task) => this.#onWritten(task));
    const forgetting = {
      ...bound(events),
      changed: (taskId: string) => {
        this.#recent.forget(taskId);
        events.changed(taskId);
      },
    };
    this.#hints = channel === undefined ? undefined : new Hints(pool, timeoutMs, id, channel, forgetting);
    this.#heads = new CoalescedReads((ids) => this.#readHeads(ids));
    this.#tails = new CoalescedReads((keys) => this.#readTails(keys));
    this.#retention = new Retention(this.#reader, this.#texts, schema, options, (taskId) => {
      this.#recent.forget(taskId);
      events.removed(taskId);
    });
    this.sharing = {
      leaseMs,
      pollMs,
      renew: async (leases) => {
        const values = [leases.map(({ taskId }) => taskId), leases.map(({ token }) => token), leaseMs];
        const renewed = await this.#writer.query(sql.renew, values).catch((error) => Promise.reject(storageUnavailable(error)));
        // A renewal counts as a change of the row.
        for (const { taskId } of leases) this.#recent.forget(taskId);
        return renewed.map(({ id: taskId, token, cancel }) => ({
          taskId: String(taskId),
          token: Number(token),
          cancel: cancel === null ? undefined : JSON.parse(String(cancel)),
        }));
      },
      positions: async (taskIds) => {
        const found = await this.#query(`select id, seq from ${this.#s}.task where id = any($1)`, [taskIds]);
        const positions = new Map(found.map((row) => [String(row.id), Number(row.seq)]));
        for (const taskId of taskIds) {
          if (this.#recent.get(taskId)?.row.seq !== positions.get(taskId)) this.#recent.forget(taskId);
        }
        return positions;
      },
    };
  }

  commit<Result>(command: StoreCommand<Result>): Promise<Result> {
    return this.#commits.commit(command);
  }

  claim<Result>(command: ClaimCommand<Result>): Promise<Result[]> {
    return this.#commits.claim(command);
  }

  // A database has no quotas of its own.
  admit(): undefined {}
  dismiss(): void {}

  find(id: string): Answer<TaskHead | undefined> {
    return this.#recent.get(id)?.row ?? this.#heads.get(id);
  }

  async read(id: string, view: TaskView | undefined): Promise<TaskSnapshot | undefined> {
    const recent = this.#recent.get(id);
    if (recent?.text) return { row: recent.row, json: view ? recent.text.json(view) : recent.text.snapshot() };
    const [task] = await this.#texts.read("t.id = $1", [id], view?.artifacts !== false);
    return task && { row: task.row, json: () => task.json(view) };
  }

  async seen(scope: Scope, messageId: string): Promise<SeenMessage | undefined> {
    const [row] = await this.#query(
      `select fingerprint as m_fingerprint, m.seq as m_seq, holder, reserved_until, t.id as m_task, t.context_id as m_context,
        answer as m_answer from ${this.#s}.message m left join ${this.#s}.task t on t.key = m.task
        left join ${this.#s}.exchange x on x.key = m.exchange
      where m.tenant = $1 and m.owner = $2 and m.id = $3 and coalesce(reserved_until > ${NOW}, true)`,
      [toText(scope.tenant), toText(scope.owner), toText(messageKey(messageId))],
    );
    return row && seenIn(fromRow(row));
  }

  async resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
    const [row] = await this.#query(
      `select id from ${this.#s}.task where tenant = $1 and owner = $2 and md5(alias) = md5($3) and alias = $3`,
      [toText(scope.tenant), toText(scope.owner), toText(alias)],
    );
    return row && String(row.id);
  }

  entries(row: TaskHead, after: number, limit: number): Answer<readonly TextEntry[]> {
    return this.#recent.entries(row, after, limit) ?? this.#tails.get({ task: slotOf(row).key, after, limit });
  }

  async snapshotBefore(row: TaskHead, seq: number): Promise<LogSnapshot | undefined> {
    const { key, trimmed } = slotOf(row);
    if (trimmed) return undefined;
    const snapshot = await this.#texts.snapshot(key, seq);
    if (snapshot) return snapshot;
    const [first] = await this.#readTails([{ task: key, after: 0, limit: 1 }]);
    return first?.[0] && { seq: 1, generation: 1, json: JSON.stringify(taskIn(first[0])) };
  }

  async list(scope: Scope, query: ListQuery): Promise<RowPage> {
    const values: unknown[] = [toText(scope.tenant), toText(scope.owner)];
    const value = (one: unknown) => `$${values.push(one)}`;
    const conditions = ["t.tenant = $1", "t.owner = $2"];
    if (query.contextId !== undefined) {
      const context = value(toText(query.contextId));
      conditions.push(`md5(t.context_id) = md5(${context}) and t.context_id = ${context}`);
    }
    if (query.status !== undefined) conditions.push(`t.state = ${value(query.status)}`);
    const from = query.statusTimestampAfter;
    if (from !== undefined) conditions.push(`t.status_at >= ${value(microsOf(from))}`);
    const all = conditions.join(" and ");
    const counting = this.#query(`select count(*) as n from ${this.#s}.task t where ${all}`, [...values]);
    const { cursor, pageSize, view } = query;
    const after = cursor ? ` and (t.status_at, t.id) < (${value(cursor.statusAt)}, ${value(cursor.id)})` : "";
    const order = `order by t.status_at desc, t.id desc limit ${pageSize + 1}`;
    const [[count], tasks] = await Promise.all([
      counting,
      this.#texts.read(`${all}${after} ${order}`, values, view?.artifacts !== false),
    ]);
    const page = collectPage(tasks, pageSize, (task) => ({ row: task.row, json: task.json(view) }));
    return { ...page, totalSize: Number(count?.n) };
  }

  async contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId = ""): Promise<Message[]> {
    const values = [toText(scope.tenant), toText(scope.owner), toText(contextId), limit];
    const place = "tenant = $1 and owner = $2 and md5(context_id) = md5($3) and context_id = $3";
    const said = await this.#query(
      `(select key, id, null as message, null as answer from ${this.#s}.task where ${place} and id <> $5 order by key desc limit $4)
      union all (select key, null, message, answer from ${this.#s}.exchange where ${place} order by key desc limit $4) order by key desc`,
      [...values, exceptTaskId],
    );
    const latestFirst: Message[][] = [];
    for (let start = 0, messages = 0; start < said.length && messages < limit; start += CONVERSATION_BATCH) {
      const items = said.slice(start, start + CONVERSATION_BATCH);
      const ids = items.flatMap(({ id }) => (id === null ? [] : [String(id)]));
      const tasks = await this.#texts.read("t.id = any($1)", [ids], false);
      const byId = new Map(tasks.map((task) => [task.row.id, JSON.parse(task.json({ artifacts: false })) as Task]));
      for (const { id, message, answer } of items) {
        const { history = [], status } = byId.get(String(id)) ?? {};
        const exchanged = id === null ? [String(message), String(answer)].map((json) => JSON.parse(json) as Message) : history;
        latestFirst.push(status?.message ? [...exchanged, status.message] : exchanged);
        messages += exchanged.length;
      }
    }
    return latestMessages(latestFirst, limit);
  }

  async hasClaimable(): Promise<boolean> {
    const [row] = await this.#query(
      `select exists (select from ${this.#s}.task where run = 'queued')
        or exists (select from ${this.#s}.task where run = 'running' and lease_until <= ${NOW}) as found`,
    );
    return row?.found === true;
  }

  async pushes(row: TaskHead): Promise<readonly PushRecord[]> {
    const found = await this.#query(`select * from ${this.#s}.push where task = $1 order by ord, id`, [slotOf(row).key]);
    return found.map((columns) => pushOf(columns, row.id));
  }

  async countPushes(scope: Scope): Promise<number> {
    const statement = `select count(*) as n from ${this.#s}.push where tenant = $1 and owner = $2`;
    const [row] = await this.#query(statement, [toText(scope.tenant), toText(scope.owner)]);
    return Number(row?.n);
  }

  async duePushes(limit: number, filter: PushFilter = {}): Promise<DuePushes> {
    const { exceptScopes = [], exceptHosts = [] } = filter;
    const records = await this.#query(
      `select p.*, t.id as task_id from (
        select u.task, row_number() over (partition by u.tenant, u.owner order by u.due_at, u.task) as turn
        from ${this.#s}.undelivered u where u.due_at <= ${NOW} and (u.tenant, u.owner) not in (select * from unnest($2::text[], $3::text[]))
      ) due join ${this.#s}.task t on t.key = due.task join ${this.#s}.push p on p.task = due.task
      where p.next_seq <= t.seq and greatest(p.retry_at, p.claimed_until, 0) <= ${NOW} and p.host <> all($4::text[])
      order by due.turn, p.ord limit $1`,
      [limit, exceptScopes.map(({ tenant }) => toText(tenant)), exceptScopes.map(({ owner }) => toText(owner)), exceptHosts],
    );
    return { records: records.map(({ task_id, ...columns }) => pushOf(columns, String(task_id))) };
  }

  async close(): Promise<void> {
    this.#retention.stop();
    await Promise.all([this.#hints?.close(), this.#writer.close()]);
    await this.#options.end();
  }

  #query(text: string, values: readonly unknown[] = []) {
    return this.#reader.query(text, values);
  }

  #onWritten(task: WrittenTask): void {
    this.#hints?.add(task.id, [
      ...(task.pushes > 0 ? ["pushes" as const] : []),
      ...(task.run === "queued" ? ["turns" as const] : []),
    ]);
    if (isSnapshotDue(task, slotOf(task).snapshotSeq)) void this.#takeSnapshot(task.id);
  }

  /** Nothing depends on a snapshot, so that none is taken when the database is unavailable. */
  async #takeSnapshot(id: string): Promise<void> {
    if (this.#snapshots.has(id)) return;
    this.#snapshots.add(id);
    try {
      const { text, row } = this.#recent.get(id) ?? {};
      const [task] = text && row ? [{ row, pieces: () => text.pieces() }] : await this.#texts.read("t.id = $1", [id]);
      if (task) await this.#texts.saveSnapshot(task.row, task.pieces());
    } catch {
      // The next write will see that it is due.
    } finally {
      this.#snapshots.delete(id);
    }
  }

  async #readHeads(ids: readonly string[]): Promise<(TaskHead | undefined)[]> {
    const found = await this.#query(`select * from ${this.#s}.task where id = any($1)`, [[...new Set(ids)]]);
    const byId = new Map(found.map((row) => [String(row.id), row]));
    return ids.map((id) => {
      const row = byId.get(id);
      return row && headOf(row);
    });
  }

  async #readTails(keys: readonly { task: number; after: number; limit: number }[]): Promise<TextEntry[][]> {
    const rows = await this.#query(
      `select w.ord, e.* from unnest($1::bigint[], $2::int[], $3::int[]) with ordinality as w(task, after, max, ord)
      cross join lateral (select seq, generation, answered, json from ${this.#s}.event
        where task = w.task and seq > w.after order by seq limit w.max) e order by w.ord, e.seq`,
      [keys.map(({ task }) => task), keys.map(({ after }) => after), keys.map(({ limit }) => limit)],
    );
    const byOrd = Map.groupBy(rows, ({ ord }) => Number(ord));
    return Promise.all(keys.map(({ task }, index) => this.#texts.entries(task, byOrd.get(index + 1) ?? [])));
  }
}

function bound(events: StoreEvents): StoreEvents {
  return {
    changed: (taskId) => events.changed(taskId),
    available: (queue) => events.available(queue),
    removed: (taskId) => events.removed(taskId),
    lost: () => events.lost(),
  };
}
