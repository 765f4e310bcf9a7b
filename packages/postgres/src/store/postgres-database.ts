import { createHash } from "node:crypto";
import {
  BatchRejected,
  ChangeRows,
  type DecidedChange,
  type EventRecord,
  type FactsQuery,
  type GrownTask,
  type HeldLease,
  keyOf,
  type ListQuery,
  type LogPlace,
  microsOf,
  type PushFilter,
  type PushRecord,
  putLargeStrings,
  type RecordColumns,
  type RelationalDatabase,
  type RenewedLease,
  type SaidRecord,
  type Scope,
  type SnapshotRecord,
  type StoredFacts,
  type StoredSlot,
  type StoreEvents,
  seenIn,
  slotOf,
  storageUnavailable,
  type TaskGrowth,
  type TaskHead,
  type TaskQuery,
  type TaskRecord,
  type TaskRow,
} from "@a2a/server/engine-kit";
import { A2AError, createId, isTerminal, taskStates } from "@a2a/types";
import { fromRow, fromText, messageKey, toParameter, toText } from "../database/columns.ts";
import { type PostgresPool, Reader, type Row, sqlState } from "../database/connections.ts";
import { Hints } from "../database/hints.ts";
import { type Outcome, Writer } from "../database/writer.ts";
import { SWEEP_BATCH, statements } from "./statements.ts";
import { headOf, piecesOf, pushOf, rowOf } from "./task-rows.ts";

/** Options of a database; times are in milliseconds. */
export interface PostgresDatabaseOptions {
  readonly pool: PostgresPool;
  /** The quoted name of the schema. */
  readonly schema: string;
  /** The quoted name of the channel for hints; absent for polling, which needs no state of a session. */
  readonly channel: string | undefined;
  readonly leaseMs: number;
  readonly pollMs: number;
  readonly timeoutMs: number;
  readonly eventTtlMs: number;
  readonly taskTtlMs: number;
  readonly messageTtlMs: number;
  readonly cleanupIntervalMs: number;
  /** Closes the pool, if it belongs to this database. */
  end(): Promise<void>;
}

/** The statements of a store in PostgreSQL. */
export class PostgresDatabase implements RelationalDatabase {
  readonly leaseMs: number;
  readonly pollMs: number;
  readonly cleanupIntervalMs: number;
  readonly strings = {
    minLength: 65_536,
    hash: (value: string) => createHash("sha256").update(value).digest("base64url"),
  };
  readonly #id = createId();
  readonly #options: PostgresDatabaseOptions;
  readonly #sql: ReturnType<typeof statements>;
  readonly #reader: Reader;
  readonly #writer: Writer;
  #hints: Hints | undefined;
  #failed: (error: Error) => void = () => undefined;
  /** How far the clock of the database is ahead of this process, as last seen. */
  #aheadMs = 0;

  constructor(options: PostgresDatabaseOptions) {
    const { pool, schema, channel, timeoutMs } = options;
    this.#options = options;
    this.leaseMs = options.leaseMs;
    this.pollMs = options.pollMs;
    this.cleanupIntervalMs = options.cleanupIntervalMs;
    this.#sql = statements(schema);
    this.#reader = new Reader(pool, timeoutMs);
    const writing = { schema, id: this.#id, timeoutMs, prepares: channel !== undefined };
    this.#writer = new Writer(pool, writing, (error) => this.#failed(error));
  }

  get failure(): Error | undefined {
    return this.#writer.failure;
  }

  listen(events: StoreEvents & { failed(error: Error): void }): void {
    this.#failed = (error) => events.failed(error);
    const { pool, channel, timeoutMs } = this.#options;
    if (channel !== undefined) this.#hints = new Hints(pool, timeoutMs, this.#id, channel, events);
  }

  hint(taskId: string, queues: readonly ("turns" | "pushes")[]): void {
    this.#hints?.add(taskId, queues);
  }

  async close(): Promise<void> {
    await Promise.all([this.#hints?.close(), this.#writer.close()]);
    await this.#options.end();
  }

  load(queries: readonly FactsQuery[]): Promise<readonly StoredFacts[]> {
    const asked = queries.map(({ taskId: id, alias, message, pushesOf }, ord) => ({
      ord,
      id,
      ...(message?.scope ?? alias?.scope ?? pushesOf),
      alias: alias?.alias,
      message: message && messageKey(message.messageId),
      withPushes: pushesOf !== undefined,
    }));
    return this.#facts(this.#sql.load, [toParameter(asked)]);
  }

  claimable(limit: number): Promise<readonly StoredFacts[]> {
    return this.#facts(this.#sql.claimable, [limit]);
  }

  recall(row: TaskRow): StoredFacts {
    const now = Math.round(Date.now() + this.#aheadMs);
    return { ...NO_FACTS, row: { ...row }, now, stored: slotOf(row), before: row };
  }

  async write(changes: readonly DecidedChange<StoredFacts>[]): Promise<ReadonlySet<number>> {
    const rows = new ChangeRows(this.strings);
    for (const [ord, { change, facts }] of changes.entries()) rows.add(ord, change, facts);
    for (const command of rows.commands) command.message &&= messageKey(String(command.message));
    // In one order for all engines, so that they do not wait for each other's locks in a circle.
    rows.commands.sort((a, b) => Number(a.key ?? 0) - Number(b.key ?? 0));
    const { commands, tasks, events, turns, checkpoints, pushes, undelivered, largeStrings, exchanges } = rows;
    const tables = [commands, tasks, events, turns, checkpoints, pushes, undelivered, largeStrings, exchanges];
    const { refused } = await this.#execute("write", tables.map(toParameter), changes.length);
    for (const { change, facts } of changes) {
      if (change.kind !== "task") continue;
      const before = change.created || !facts.row ? NEW : slotOf(facts.row);
      const idleAt = change.row.run === "idle" ? (before.idleAt ?? facts.now) : undefined;
      change.row.slot = { ...before, key: keyOf(change, facts), changes: before.changes + 1, idleAt };
    }
    return refused;
  }

  async grow(growths: readonly TaskGrowth[]): Promise<readonly (GrownTask | undefined)[]> {
    const events = growths.flatMap(({ events }, task) => events.map(({ json }, nth) => ({ task, nth, json })));
    // Large events are written with their large strings apart.
    if (events.some(({ json }) => json.length >= this.strings.minLength)) return growths.map(() => undefined);
    const [ids, tokens] = [growths.map(({ taskId }) => taskId), growths.map(({ token }) => token)];
    const limits = growths[0]?.limits;
    const perTask = [ids, tokens, growths.map(({ events }) => events.length), growths.map(({ size }) => size)];
    const perEvent = [
      events.map(({ task }) => task + 1),
      events.map(({ nth }) => nth + 1),
      events.map(({ json }) => json),
    ];
    const values = [...perTask, limits?.maxTaskSize, limits?.maxEvents, ...perEvent];
    const { row, refused } = await this.#execute("grow", values, growths.length);
    const grown = row ? (row.grown as Row[] | null) : await this.#reader.query(this.#sql.regrown, [ids, tokens]);
    const byOrd = new Map((grown ?? []).map((columns) => [Number(columns.ord), columns]));
    return growths.map((_, index) => {
      const found = refused.has(index + 1) ? undefined : byOrd.get(index + 1);
      if (!found) return undefined;
      const [seq = 0, generation = 0, pushes = 0, key = 0, changes = 0, snapshotSeq = 0] = GROWN.map((name) =>
        Number(found[name]),
      );
      const slot: StoredSlot = { key, changes, snapshotSeq, trimmed: false };
      return { seq, generation, pushes, slot };
    });
  }

  async renew(leases: readonly HeldLease[]): Promise<readonly RenewedLease[]> {
    const values = [leases.map(({ taskId }) => taskId), leases.map(({ token }) => token), this.leaseMs];
    // On the connection that writes: two that lock the same rows could wait for each other.
    const renewed = await this.#writer.query(this.#sql.renew, values);
    return renewed.map(({ id, token, cancel }) => {
      return {
        taskId: String(id),
        token: Number(token),
        cancel: cancel === null ? undefined : JSON.parse(String(cancel)),
      };
    });
  }

  async positions(taskIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = await this.#reader.query(this.#sql.positions, [taskIds]);
    return new Map(found.map(({ id, seq }) => [String(id), Number(seq)]));
  }

  async heads(ids: readonly string[]): Promise<readonly (TaskHead | undefined)[]> {
    const found = await this.#reader.query(this.#sql.heads, [[...new Set(ids)]]);
    const byId = new Map(found.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).map((row) => row && headOf(row));
  }

  async tails(places: readonly LogPlace[]): Promise<readonly (readonly EventRecord[])[]> {
    const values = [places.map(({ task }) => task), places.map(({ after }) => after), places.map(({ limit }) => limit)];
    const rows = await this.#reader.query(this.#sql.tails, values);
    const byOrd = Map.groupBy(rows, ({ ord }) => Number(ord));
    return places.map((_, index) => eventsOf(byOrd.get(index + 1)));
  }

  async tasks(query: TaskQuery, withArtifacts: boolean): Promise<readonly TaskRecord[]> {
    const { condition, values } = this.#condition(query);
    const rows = await this.#reader.query(this.#sql.tasks(condition, withArtifacts), values);
    return rows.map((row) => {
      return {
        row: headOf(row),
        snapshot: row.head === null ? undefined : piecesOf(row),
        tail: eventsOf(row.tail as Row[] | null),
      };
    });
  }

  async count(scope: Scope, { cursor: _, ...query }: ListQuery): Promise<number> {
    const { condition, values } = this.#condition({ scope, list: query }, false);
    const [row] = await this.#reader.query(this.#sql.count(condition), values);
    return Number(row?.n);
  }

  async conversation(
    { tenant, owner }: Scope,
    contextId: string,
    limit: number,
    except: string,
  ): Promise<readonly SaidRecord[]> {
    const place = [tenant, owner, contextId].map(toText);
    const said = await this.#reader.query(this.#sql.conversation, [...place, limit, except]);
    return said.map(({ id, message, answer }) => {
      return id === null
        ? { message: fromText(String(message)), answer: fromText(String(answer)) }
        : { taskId: String(id) };
    });
  }

  async snapshot(task: number, seq: number): Promise<SnapshotRecord | undefined> {
    const [row] = await this.#reader.query(this.#sql.snapshot, [task, seq]);
    return row && { ...piecesOf(row), seq: Number(row.seq), generation: Number(row.generation) };
  }

  async saveSnapshot(snapshot: RecordColumns, largeStrings: readonly RecordColumns[]): Promise<void> {
    await this.#reader.query(this.#sql.saveSnapshot, [toParameter([snapshot]), toParameter(largeStrings)]);
  }

  async largeStrings(task: number, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#reader.query(this.#sql.largeStrings, [task, hashes]);
    return new Map(found.map(({ hash, value }) => [String(hash), fromText(String(value))]));
  }

  async hasClaimable(): Promise<boolean> {
    return (await this.#reader.query(this.#sql.hasClaimable))[0]?.found === true;
  }

  async duePushes(limit: number, { exceptScopes = [], exceptHosts = [] }: PushFilter): Promise<readonly PushRecord[]> {
    const [tenants, owners] = [
      exceptScopes.map(({ tenant }) => toText(tenant)),
      exceptScopes.map(({ owner }) => toText(owner)),
    ];
    const found = await this.#reader.query(this.#sql.duePushes, [limit, tenants, owners, exceptHosts]);
    return found.map(({ task_id, ...columns }) => pushOf(columns, String(task_id)));
  }

  async deleteExpired(): Promise<readonly string[]> {
    const { eventTtlMs, taskTtlMs, messageTtlMs } = this.#options;
    await this.#repeat(this.#sql.trim(this.#sql.expired), [eventTtlMs, ENDED]);
    const removed = await this.#repeat(this.#sql.deleteTasks, [taskTtlMs]);
    await this.#repeat(this.#sql.deleteOld("message"), [messageTtlMs]);
    await this.#repeat(this.#sql.deleteOld("exchange"), [taskTtlMs]);
    await this.#reader.query(this.#sql.deleteWriters);
    return removed;
  }

  /** Repeats a deletion until it finds less than a batch. */
  async #repeat(deletion: string, values: readonly unknown[]): Promise<string[]> {
    const ids: string[] = [];
    for (let found = SWEEP_BATCH; found === SWEEP_BATCH; ) {
      const rows = await this.#reader.query(deletion, values);
      found = rows.length;
      ids.push(...rows.map(({ id }) => String(id)));
    }
    return ids;
  }

  #condition(query: TaskQuery, isPage = true): { condition: string; values: unknown[] } {
    if ("ids" in query) return { condition: "t.id = any($1)", values: [query.ids] };
    if ("outdated" in query) {
      const condition = `${this.#sql.expired} and t.snapshot_seq < t.seq limit ${SWEEP_BATCH}`;
      return { condition, values: [this.#options.eventTtlMs, ENDED] };
    }
    const { scope, list } = query;
    const values: unknown[] = [toText(scope.tenant), toText(scope.owner)];
    const value = (one: unknown) => `$${values.push(one)}`;
    const context = list.contextId === undefined ? undefined : value(toText(list.contextId));
    const conditions = [
      "t.tenant = $1 and t.owner = $2",
      ...(context === undefined ? [] : [`md5(t.context_id) = md5(${context}) and t.context_id = ${context}`]),
      ...(list.status === undefined ? [] : [`t.state = ${value(list.status)}`]),
      ...(list.statusTimestampAfter === undefined
        ? []
        : [`t.status_at >= ${value(microsOf(list.statusTimestampAfter))}`]),
      ...(list.cursor ? [`(t.status_at, t.id) < (${value(list.cursor.statusAt)}, ${value(list.cursor.id)})`] : []),
    ];
    const page = isPage ? ` order by t.status_at desc, t.id desc limit ${list.pageSize + 1}` : "";
    return { condition: conditions.join(" and ") + page, values };
  }

  async #facts(statement: string, values: readonly unknown[]): Promise<StoredFacts[]> {
    const found = await this.#reader.query(statement, values);
    return Promise.all(
      found.map(async (columns) => {
        const { now, freshKey, mVersion, ownerPushes, ...message } = fromRow(columns);
        const row = columns.id === null ? undefined : await this.#row(columns);
        const pushes = (columns.push_rows as Row[] | null | undefined) ?? [];
        this.#aheadMs = Number(now) - Date.now();
        return {
          ...NO_FACTS,
          row,
          now: Number(now),
          stored: row && slotOf(row),
          freshKey: Number(freshKey),
          seen: seenIn(message),
          messageVersion: mVersion as string | undefined,
          pushes: row ? pushes.map((push) => pushOf(push, row.id)) : [],
          ownerPushes: Number(ownerPushes ?? 0),
          before: row && { ...row },
        };
      }),
    );
  }

  async #row(columns: Row): Promise<TaskRow> {
    const texts = [
      ...(columns.turns as string[]),
      ...(columns.checkpoint === null ? [] : [String(columns.checkpoint)]),
    ];
    const task = Number(columns.key);
    return rowOf(columns, await putLargeStrings(texts.map(fromText), (hashes) => this.largeStrings(task, hashes)));
  }

  async #execute(name: "grow" | "write", values: readonly unknown[], commands: number): Promise<Outcome> {
    try {
      return await this.#writer.execute(name, this.#sql[name], values);
    } catch (error) {
      const state = sqlState(error);
      const everything = new Set(Array.from({ length: commands + 1 }, (_, ord) => ord));
      // A unique key was taken meanwhile, or two batches waited for each other: all are decided again.
      if (/^(23505|40)/.test(state)) return { row: { grown: null }, refused: everything };
      if (/^(2[123]|54)/.test(state)) throw new BatchRejected("one of the changes cannot be stored", { cause: error });
      throw error instanceof A2AError ? error : storageUnavailable(error);
    }
  }
}

const GROWN = ["seq", "generation", "pushes", "key", "changes", "snapshot_seq"];
const ENDED = taskStates.filter(isTerminal);
const NEW = { changes: 0, snapshotSeq: 0, trimmed: false, idleAt: undefined };
const NO_FACTS = {
  row: undefined,
  seen: undefined,
  pushes: [],
  ownerPushes: 0,
  fits: () => true,
  stored: undefined,
  freshKey: 0,
  messageVersion: undefined,
  before: undefined,
};

function eventsOf(rows: readonly Row[] | null | undefined): EventRecord[] {
  // The columns have these types.
  return (rows ?? []).map((row) => ({ ...(row as unknown as EventRecord), json: fromText(String(row.json)) }));
}
