import { hostname } from "node:os";
import type * as Engine from "@a2a/server/engine-kit";
import { StorageFailure, storageUnavailable } from "@a2a/server/engine-kit";
import type * as Kit from "@a2a/server/relational-kit";
import {
  BatchRejected,
  BatchWriter,
  fullRecordOf,
  knownIn,
  noteOf,
  piecesOf,
  putLargeStrings,
  recordOf,
  textsOf,
} from "@a2a/server/relational-kit";
import { A2AError, createId, isTerminal, taskStates } from "@a2a/types";
import { messageKey, toParameter } from "../database/columns.ts";
import { createReader, createSession, isLost, isRefused, type Query, sqlState } from "../database/connections.ts";
import { Hints } from "../database/hints.ts";
import { PostgresCapacity } from "./postgres-capacity.ts";
import { PostgresWebhooks } from "./postgres-webhooks.ts";
import { REFUSALS, SWEEP_BATCH, statements } from "./statements.ts";
import type { StorePlace, StoreTimes } from "./store-place.ts";
import { nameOf, stringParameters } from "./string-parameters.ts";

const ENDED = taskStates.filter(isTerminal);

/** The statements of a store in PostgreSQL. */
export class PostgresDatabase implements Kit.RelationalDatabase {
  readonly times: StoreTimes;
  readonly strings = {
    minLength: 65_536,
    hash: nameOf,
  };
  readonly webhooks: PostgresWebhooks;
  readonly capacity: PostgresCapacity;
  readonly #id = createId();
  readonly #place: StorePlace;
  readonly #sql: ReturnType<typeof statements>;
  readonly #read: Query;
  readonly #writer: BatchWriter;
  #hints: Hints | undefined;
  #failed: (error: Error) => void = () => undefined;

  constructor(place: StorePlace, times: StoreTimes, maxTotalSize = Number.POSITIVE_INFINITY) {
    const { pool, schema, timeoutMs, channel } = place;
    this.times = times;
    this.#place = place;
    this.#sql = statements(schema, ENDED);
    this.#read = createReader(pool, timeoutMs);
    this.webhooks = new PostgresWebhooks(this.#read, this.#sql);
    this.capacity = new PostgresCapacity(this.#read, schema, ENDED, maxTotalSize);
    this.#writer = new BatchWriter(createSession(pool, timeoutMs), {
      id: this.#id,
      process: `${hostname()}:${process.pid}`,
      table: `${schema}.replica`,
      // A pooler in transaction mode may not support prepared statements.
      dropPlans: channel === undefined ? undefined : "discard plans",
      isLost,
      failed: (error) => this.#failed(error),
    });
  }

  get failure(): Error | undefined {
    return this.#writer.failure;
  }

  listen(events: Kit.SharedEvents): void {
    const { pool, channel, timeoutMs } = this.#place;
    this.#failed = (error) => events.stalled(error);
    if (channel !== undefined) this.#hints = new Hints(pool, timeoutMs, this.#id, channel, events);
  }

  hint(taskId: string, queues: readonly ("turns" | "webhooks")[]): void {
    this.#hints?.add(taskId, queues);
  }

  async close(): Promise<void> {
    await Promise.all([this.#hints?.close(), this.#writer.close()]);
    await this.#place.end();
  }

  async write(rows: Kit.ChangeRows): Promise<Kit.WriteOutcome> {
    for (const record of [...rows.messages, ...rows.reservations]) record.id = messageKey(String(record.id));
    // In one order for all engines, so that they do not wait for each other's locks in a circle.
    rows.commands.sort((a, b) => Number(a.key ?? 0) - Number(b.key ?? 0));
    rows.reservations.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
    const { commands, reservations, tasks, events, turns, checkpoints, pushes, exchanges, messages } = rows;
    const [strings, bytes] = stringParameters(rows.largeStrings);
    const before = [commands, reservations, tasks, events, turns, checkpoints, pushes].map(toParameter);
    const after = [exchanges, messages].map(toParameter);
    const { row, refused } = await this.#execute([...before, strings, ...after, this.times.leaseMs, bytes]);
    // They have arrived: their memory is given back now, not whenever garbage is collected.
    bytes.buffer.transfer(0);
    const written = ((row?.written ?? []) as WrittenColumns[]).map(({ ord, ...task }) => [ord, task] as const);
    const outcome = { refused: new Map([...refused].map(refusalOf)), written: new Map(written) };
    const outrun = commands.flatMap(({ ord, pushes: known }) => {
      const task = outcome.written.get(Number(ord));
      return task && task.pushes !== known ? [task.key] : [];
    });
    // If the database fails now, the next event of the task does it.
    if (outrun.length > 0) await this.#read(this.#sql.touch, [outrun]).catch(() => undefined);
    return outcome;
  }

  async reserve(requests: readonly Kit.ReserveRequest[]): Promise<readonly (Kit.KnownMessage | undefined)[]> {
    const asked = requests.map(({ scope, messageId, holder, fingerprint }, ord) => {
      return { ord, tenant: scope.tenant, owner: scope.owner, id: messageKey(messageId), fingerprint, holder };
    });
    const found = await batch(this.#read(this.#sql.reserve, [toParameter(asked), this.times.leaseMs]));
    return found.map((columns, index) => {
      if (columns.is_mine === true) return undefined;
      // A record that has just been written is not visible yet: it counts as reserved by another.
      return knownIn(columns) ?? { fingerprint: requests[index]?.fingerprint ?? "", result: { holder: "" } };
    });
  }

  async withdraw({ scope, messageId, holder }: Kit.Reservation): Promise<void> {
    await this.#read(this.#sql.withdraw, [scope.tenant, scope.owner, messageKey(messageId), holder]);
  }

  async seen(scope: Engine.Scope, messageId: string): Promise<Kit.KnownMessage | undefined> {
    const [found] = await this.#read(this.#sql.seen, [scope.tenant, scope.owner, messageKey(messageId)]);
    return found && knownIn(found);
  }

  async acquire(taskId: string, { scope, force = false }: Kit.AcquireOptions) {
    const values = [taskId, scope?.tenant ?? null, scope?.owner ?? null, force, this.times.leaseMs];
    const [found] = await this.#read(this.#sql.acquire, values);
    if (!found) return undefined;
    const find = (hashes: readonly string[]) => this.largeStrings(Number(found.key), hashes);
    const record = fullRecordOf(found, await putLargeStrings(textsOf(found), find));
    return { record, isHeld: found.is_held === true, notes: (found.notes as Kit.Columns[]).map(noteOf) };
  }

  async note(taskId: string, { kind, message, json }: Kit.NewNote): Promise<boolean> {
    const { scope, messageId, fingerprint, holder } = message ?? {};
    const key = messageId === undefined ? null : messageKey(messageId);
    const record = [scope?.tenant ?? null, scope?.owner ?? null, key, fingerprint ?? null, holder ?? null];
    return (await this.#read(this.#sql.note, [taskId, kind === "message" ? 1 : 2, ...record, json])).length > 0;
  }

  async notes(taskIds: readonly string[]): Promise<ReadonlyMap<string, readonly Kit.Note[]>> {
    const found = Map.groupBy(await this.#read(this.#sql.notes, [taskIds]), ({ id }) => String(id));
    return new Map([...found].map(([id, notes]) => [id, notes.map(noteOf)]));
  }

  async renew(
    leases: readonly Kit.HeldLease[],
    reservations: readonly Kit.Reservation[],
  ): Promise<ReadonlySet<string>> {
    const values = [
      leases.map(({ taskId }) => taskId),
      leases.map(({ token }) => token),
      this.times.leaseMs,
      reservations.map(({ scope }) => scope.tenant),
      reservations.map(({ scope }) => scope.owner),
      reservations.map(({ messageId }) => messageKey(messageId)),
      reservations.map(({ holder }) => holder),
    ];
    // On the connection that writes: two that lock the same rows could wait for each other.
    return new Set((await this.#writer.query(this.#sql.renew, values, "renew")).map(({ id }) => String(id)));
  }

  async poll(taskIds: readonly string[]): Promise<Kit.Polled> {
    const [found] = await this.#read(this.#sql.poll, [1, taskIds]);
    const { positions, noted, is_claimable } = found ?? {};
    return {
      positions: new Map((positions ?? []) as [string, number][]), // pairs of ids and numbers
      noted: (noted ?? []) as string[],
      isClaimable: is_claimable === true,
    };
  }

  async claimable(limit: number): Promise<readonly string[]> {
    return (await this.#read(this.#sql.claimable, [limit])).map(({ id }) => String(id));
  }

  async heads(ids: readonly string[]): Promise<readonly (Kit.StoredRecord | undefined)[]> {
    const byId = new Map((await batch(this.#read(this.#sql.heads, [ids]))).map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).map((row) => row && recordOf(row));
  }

  async resolveAlias({ tenant, owner }: Engine.Scope, alias: string): Promise<string | undefined> {
    const [found] = await this.#read(this.#sql.byAlias, [tenant, owner, alias]);
    return found && String(found.id);
  }

  async tails(places: readonly Kit.LogPlace[]): Promise<readonly (readonly Kit.EventRecord[])[]> {
    const values = [places.map(({ task }) => task), places.map(({ after }) => after), places.map(({ limit }) => limit)];
    const byOrd = Map.groupBy(await this.#read(this.#sql.tails, values), ({ ord }) => ord);
    return places.map((_, index) => eventsOf(byOrd.get(index + 1)));
  }

  async tasks(query: Kit.TaskQuery, withArtifacts: boolean): Promise<readonly Kit.TaskRows[]> {
    const { eventTtlMs } = this.times;
    const { text, values } = this.#sql.tasks(query, withArtifacts, [eventTtlMs, ENDED]);
    return (await this.#read(text, values)).map((row) => {
      return {
        record: recordOf(row),
        snapshot: row.head === null ? undefined : piecesOf(row),
        tail: eventsOf(row.tail),
      };
    });
  }

  async count(scope: Engine.Scope, list: Engine.ListQuery): Promise<number> {
    const { text, values } = this.#sql.count(scope, list);
    return Number((await this.#read(text, values))[0]?.n);
  }

  async conversation(scope: Engine.Scope, contextId: string, limit: number): Promise<Kit.SaidRecord[]> {
    const said = await this.#read(this.#sql.conversation, [scope.tenant, scope.owner, contextId, limit]);
    return said.map(({ id, message, answer }) => {
      return id === null ? { message: String(message), answer: String(answer) } : { taskId: String(id) };
    });
  }

  async snapshot(task: number, seq: number): Promise<Kit.SnapshotRecord | undefined> {
    const [row] = await this.#read(this.#sql.snapshot, [task, seq]);
    return row && { ...piecesOf(row), seq: Number(row.seq), generation: Number(row.generation) };
  }

  async saveSnapshot(snapshot: Kit.Columns, largeStrings: readonly Kit.LargeString[]): Promise<void> {
    await this.#read(this.#sql.saveSnapshot, [toParameter([snapshot]), ...stringParameters(largeStrings)]);
  }

  async largeStrings(task: number, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#read(this.#sql.largeStrings, [task, hashes]);
    return new Map(found.map(({ hash, value }) => [String(hash), String(value)]));
  }

  async deleteExpired(): Promise<readonly string[]> {
    const { eventTtlMs, taskTtlMs, messageTtlMs } = this.times;
    await this.#repeat(this.#sql.trim, [eventTtlMs, ENDED]);
    await this.#repeat(this.#sql.deleteMessages, [messageTtlMs]);
    await this.#repeat(this.#sql.deleteExchanges, [taskTtlMs]);
    await this.#read(this.#sql.deleteReplicas);
    return this.#repeat(this.#sql.deleteTasks, [taskTtlMs]);
  }

  /** Repeats a deletion until it finds less than a batch. */
  async #repeat(deletion: string, values: readonly unknown[]): Promise<string[]> {
    const deleted = await this.#read(deletion, values);
    const ids = deleted.map(({ id }) => String(id));
    return deleted.length < SWEEP_BATCH ? ids : [...ids, ...(await this.#repeat(deletion, values))];
  }

  async #execute(values: readonly unknown[]): Promise<Kit.BatchOutcome> {
    try {
      return await this.#writer.execute("write", this.#sql.write, values);
    } catch (error) {
      if (error instanceof StorageFailure) throw error;
      // Others, such as a value that cannot be stored, concern one change.
      throw TRANSIENT.test(sqlState(error)) ? new StorageFailure(error, RETRY_FOR_MS) : storageUnavailable(error);
    }
  }
}

/** For how long a write is repeated for callers that do not wait: once. */
const RETRY_FOR_MS = 1;
/** Deadlocks, exhausted resources and shutdowns; an alias that was taken meanwhile is seen in the next attempt. */
const TRANSIENT = /^(40|53|55P03|57|23505)/;

function refusalOf(refused: number): [number, "fenced" | "noted" | "alias"] {
  return [Math.floor(refused / 4), REFUSALS[refused % 4] || "fenced"];
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

/** A task that was written. */
type WrittenColumns = Record<"ord" | "key" | "pushes", number>;

function eventsOf(rows: unknown): Kit.EventRecord[] {
  return (rows ?? []) as Kit.EventRecord[]; // the columns have these names and types
}
