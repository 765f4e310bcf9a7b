import { createHash } from "node:crypto";
import { hostname } from "node:os";
import type * as Engine from "@a2a/server/engine-kit";
import { storageUnavailable } from "@a2a/server/engine-kit";
import type * as Kit from "@a2a/server/relational-kit";
import {
  BatchRejected,
  BatchWriter,
  ChangeRows,
  factsOf,
  factsOfRow,
  headOf,
  piecesOf,
  pushOf,
  putLargeStrings,
  rowOf,
  textsOf,
} from "@a2a/server/relational-kit";
import { A2AError, createId, isTerminal, taskStates } from "@a2a/types";
import { messageKey, toParameter } from "../database/columns.ts";
import {
  createReader,
  createSession,
  isLost,
  isRefused,
  type PostgresPool,
  type Query,
  sqlState,
} from "../database/connections.ts";
import { Hints } from "../database/hints.ts";
import { SWEEP_BATCH, statements } from "./statements.ts";

/** Times of a store, in milliseconds. */
export interface StoreTimes {
  /** How long a turn stays with an engine that does not report. Default 15,000. */
  leaseMs: number;
  /** The interval at which engines look for each other's changes. Default 250, with `hints: "poll"` 50. */
  pollMs: number;
  /** How long the events of a task are kept after its end, for readers that resume. Default 24 hours. */
  eventTtlMs: number;
  /** How long a task is kept after its last turn. Default 7 days. */
  taskTtlMs: number;
  /** How long a repeated message is recognized. Default 24 hours. */
  messageTtlMs: number;
  /** The interval between retention sweeps. Default five minutes. */
  cleanupIntervalMs: number;
}

/** Where a store is. */
export interface StorePlace {
  readonly pool: PostgresPool;
  readonly timeoutMs: number;
  /** The quoted name of the schema. */
  readonly schema: string;
  /** The channel for hints; absent for polling, which needs no state of a session. */
  readonly channel: string | undefined;
  /** Closes the pool, if it belongs to the store. */
  end(): Promise<void>;
}

const ENDED = taskStates.filter(isTerminal);

/** The statements of a store in PostgreSQL. */
export class PostgresDatabase implements Kit.RelationalDatabase {
  readonly times: StoreTimes;
  readonly strings = {
    minLength: 65_536,
    hash: (value: string) => createHash("sha256").update(value).digest("base64url"),
  };
  readonly #id = createId();
  readonly #place: StorePlace;
  readonly #sql: ReturnType<typeof statements>;
  readonly #read: Query;
  readonly #writer: BatchWriter;
  #hints: Hints | undefined;
  #failed: (error: Error) => void = () => undefined;
  /** How far the clock of the database is ahead of this process, as last seen. */
  #aheadMs = 0;

  constructor(place: StorePlace, times: StoreTimes) {
    const { pool, schema, timeoutMs, channel } = place;
    this.times = times;
    this.#place = place;
    this.#sql = statements(schema);
    this.#read = createReader(pool, timeoutMs);
    this.#writer = new BatchWriter(createSession(pool, timeoutMs), {
      id: this.#id,
      process: `${hostname()}:${process.pid}`,
      table: `${schema}.writer`,
      // A pooler in transaction mode may not support prepared statements.
      dropPlans: channel === undefined ? undefined : "discard plans",
      isLost,
      failed: (error) => this.#failed(error),
    });
  }

  get failure(): Error | undefined {
    return this.#writer.failure;
  }

  listen(events: Kit.StoreEvents & { failed(error: Error): void }): void {
    const { pool, channel, timeoutMs } = this.#place;
    this.#failed = (error) => events.failed(error);
    if (channel !== undefined) this.#hints = new Hints(pool, timeoutMs, this.#id, channel, events);
  }

  hint(taskId: string, queues: readonly ("turns" | "pushes")[]): void {
    this.#hints?.add(taskId, queues);
  }

  async close(): Promise<void> {
    await Promise.all([this.#hints?.close(), this.#writer.close()]);
    await this.#place.end();
  }

  async load(queries: readonly Kit.FactsQuery[]): Promise<readonly Kit.StoredFacts[]> {
    const asked = queries.map(({ taskId: id, alias, message, pushesOf }, ord) => {
      const scope = message?.scope ?? alias?.scope ?? pushesOf;
      const names = { alias: alias?.alias, message: message && messageKey(message.messageId) };
      return { ord, id, tenant: scope?.tenant, owner: scope?.owner, ...names, with_pushes: pushesOf !== undefined };
    });
    return this.#facts(await batch(this.#writer.query(this.#sql.load, [toParameter(asked)], "load")));
  }

  async claimable(limit: number): Promise<readonly Kit.StoredFacts[]> {
    return this.#facts(await this.#read(this.#sql.claimable, [limit]));
  }

  recall(row: Kit.TaskRow): Kit.StoredFacts {
    return factsOfRow(row, Math.round(Date.now() + this.#aheadMs));
  }

  async write(changes: readonly Kit.DecidedChange<Kit.StoredFacts>[]): Promise<ReadonlySet<number>> {
    const rows = new ChangeRows(this.strings);
    for (const [ord, { change, facts }] of changes.entries()) rows.add(ord, change, facts);
    for (const command of rows.commands) command.message &&= messageKey(String(command.message));
    // In one order for all engines, so that they do not wait for each other's locks in a circle.
    rows.commands.sort((a, b) => Number(a.key ?? 0) - Number(b.key ?? 0));
    const { commands, tasks, events, turns, checkpoints, pushes, undelivered, largeStrings, exchanges } = rows;
    const tables = [commands, tasks, events, turns, checkpoints, pushes, undelivered, largeStrings, exchanges];
    return (await this.#execute("write", tables.map(toParameter), changes.length)).refused;
  }

  async grow(growths: readonly Kit.TaskGrowth[]): Promise<readonly (Kit.GrownTask | undefined)[]> {
    const events = growths.flatMap(({ events }, task) => events.map(({ json }, nth) => ({ task, nth, json })));
    // Large events are written with their large strings apart.
    if (events.some(({ json }) => json.length >= this.strings.minLength)) return growths.map(() => undefined);
    const [ids, tokens] = [growths.map(({ taskId }) => taskId), growths.map(({ token }) => token)];
    const perTask = [ids, tokens, growths.map(({ events }) => events.length), growths.map(({ size }) => size)];
    const limits = growths.slice(0, 1).flatMap(({ limits: { maxTaskSize, maxEvents } }) => [maxTaskSize, maxEvents]);
    const perEvent = [
      events.map(({ task }) => task + 1),
      events.map(({ nth }) => nth + 1),
      events.map(({ json }) => json),
    ];
    const { row, refused } = await this.#execute("grow", [...perTask, ...limits, ...perEvent], growths.length);
    const grown = row ? (row.grown ?? []) : await this.#read(this.#sql.regrown, [ids, tokens]);
    const byOrd = new Map((grown as GrownColumns[]).map((columns) => [columns.ord, columns]));
    return growths.map((_, index) => {
      const found = refused.has(index + 1) ? undefined : byOrd.get(index + 1);
      if (!found) return undefined;
      const { seq, generation, pushes, key, changes, snapshot_seq: snapshotSeq } = found;
      return { seq, generation, pushes, slot: { key, changes, snapshotSeq, idleAt: undefined, trimmed: false } };
    });
  }

  async renew(leases: readonly Kit.HeldLease[]): Promise<readonly Kit.RenewedLease[]> {
    const values = [leases.map(({ taskId }) => taskId), leases.map(({ token }) => token), this.times.leaseMs];
    // On the connection that writes: two that lock the same rows could wait for each other.
    const renewed = await this.#writer.query(this.#sql.renew, values, "renew");
    return renewed.map(({ id, token, cancel }) => {
      const asked = cancel === null ? undefined : JSON.parse(String(cancel));
      return { taskId: String(id), token: Number(token), cancel: asked };
    });
  }

  async positions(taskIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map((await this.#read(this.#sql.positions, [taskIds])).map(({ id, seq }) => [String(id), Number(seq)]));
  }

  async heads(ids: readonly string[]): Promise<readonly (Kit.SharedHead | undefined)[]> {
    const found = await batch(this.#read(this.#sql.heads, [[...new Set(ids)]]));
    const byId = new Map(found.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).map((row) => row && headOf(row));
  }

  async tails(places: readonly Kit.LogPlace[]): Promise<readonly (readonly Kit.EventRecord[])[]> {
    const values = [places.map(({ task }) => task), places.map(({ after }) => after), places.map(({ limit }) => limit)];
    const byOrd = Map.groupBy(await this.#read(this.#sql.tails, values), ({ ord }) => ord);
    return places.map((_, index) => eventsOf(byOrd.get(index + 1)));
  }

  async tasks(query: Kit.TaskQuery, withArtifacts: boolean): Promise<readonly Kit.TaskRecord[]> {
    const { eventTtlMs } = this.times;
    const { text, values } = this.#sql.tasks(query, withArtifacts, [eventTtlMs, ENDED]);
    return (await this.#read(text, values)).map((row) => {
      return { row: headOf(row), snapshot: row.head === null ? undefined : piecesOf(row), tail: eventsOf(row.tail) };
    });
  }

  async count(scope: Engine.Scope, list: Engine.ListQuery): Promise<number> {
    const { text, values } = this.#sql.count(scope, list);
    return Number((await this.#read(text, values))[0]?.n);
  }

  async conversation(scope: Engine.Scope, contextId: string, limit: number, except: string): Promise<Kit.SaidRecord[]> {
    const said = await this.#read(this.#sql.conversation, [scope.tenant, scope.owner, contextId, limit, except]);
    return said.map(({ id, message, answer }) => {
      return id === null ? { message: String(message), answer: String(answer) } : { taskId: String(id) };
    });
  }

  async snapshot(task: number, seq: number): Promise<Kit.SnapshotRecord | undefined> {
    const [row] = await this.#read(this.#sql.snapshot, [task, seq]);
    return row && { ...piecesOf(row), seq: Number(row.seq), generation: Number(row.generation) };
  }

  async saveSnapshot(snapshot: Kit.Columns, largeStrings: readonly Kit.Columns[]): Promise<void> {
    await this.#read(this.#sql.saveSnapshot, [toParameter([snapshot]), toParameter(largeStrings)]);
  }

  async largeStrings(task: number, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#read(this.#sql.largeStrings, [task, hashes]);
    return new Map(found.map(({ hash, value }) => [String(hash), String(value)]));
  }

  async hasClaimable(): Promise<boolean> {
    return (await this.#read(this.#sql.hasClaimable))[0]?.found === true;
  }

  async duePushes(limit: number, filter: Engine.PushFilter): Promise<readonly Engine.PushRecord[]> {
    const { exceptScopes = [], exceptHosts = [] } = filter;
    const [tenants, owners] = [exceptScopes.map(({ tenant }) => tenant), exceptScopes.map(({ owner }) => owner)];
    const found = await this.#read(this.#sql.duePushes, [limit, tenants, owners, exceptHosts]);
    return found.map((columns) => pushOf(columns, String(columns.task_id)));
  }

  async deleteExpired(): Promise<readonly string[]> {
    const { eventTtlMs, taskTtlMs, messageTtlMs } = this.times;
    await this.#repeat(this.#sql.trim, [eventTtlMs, ENDED]);
    await this.#repeat(this.#sql.deleteMessages, [messageTtlMs]);
    await this.#repeat(this.#sql.deleteExchanges, [taskTtlMs]);
    await this.#read(this.#sql.deleteWriters);
    return this.#repeat(this.#sql.deleteTasks, [taskTtlMs]);
  }

  /** Repeats a deletion until it finds less than a batch. */
  async #repeat(deletion: string, values: readonly unknown[]): Promise<string[]> {
    const deleted = await this.#read(deletion, values);
    const ids = deleted.map(({ id }) => String(id));
    return deleted.length < SWEEP_BATCH ? ids : [...ids, ...(await this.#repeat(deletion, values))];
  }

  #facts(found: readonly Kit.Columns[]): Promise<Kit.StoredFacts[]> {
    const facts = found.map(async (row) => factsOf(row, row.id === null ? undefined : await this.#row(row)));
    return Promise.all(facts);
  }

  async #row(columns: Kit.Columns): Promise<Kit.TaskRow> {
    this.#aheadMs = Number(columns.now) - Date.now();
    const find = (hashes: readonly string[]) => this.largeStrings(Number(columns.key), hashes);
    return rowOf(columns, await putLargeStrings(textsOf(columns), find));
  }

  async #execute(name: "grow" | "write", values: readonly unknown[], commands: number): Promise<Kit.BatchOutcome> {
    try {
      return await this.#writer.execute(name, this.#sql[name], values);
    } catch (error) {
      const state = sqlState(error);
      const everything = new Set(Array.from({ length: commands + 1 }, (_, ord) => ord));
      // A unique key was taken meanwhile, or two batches waited for each other: all are decided again.
      if (/^(23505|40)/.test(state)) return { row: { grown: null }, refused: everything };
      if (isRefused(error)) throw new BatchRejected("one of the changes cannot be stored", { cause: error });
      throw error instanceof A2AError ? error : storageUnavailable(error);
    }
  }
}

/** Tells a query of a batch that one of its members made fail from one that the database could not answer. */
async function batch(query: Promise<Kit.Columns[]>): Promise<Kit.Columns[]> {
  try {
    return await query;
  } catch (error) {
    const cause = error instanceof A2AError ? error.cause : error;
    throw isRefused(cause) ? new BatchRejected("one of the queries cannot be answered", { cause }) : error;
  }
}

/** A task that has grown. */
type GrownColumns = Record<"ord" | "seq" | "generation" | "pushes" | "key" | "changes" | "snapshot_seq", number>;

function eventsOf(rows: unknown): Kit.EventRecord[] {
  return (rows ?? []) as Kit.EventRecord[]; // the columns have these names and types
}
