import { taskNotFound } from "@a2a/types";
import { nextLoopIteration, type Scheduler, systemScheduler } from "../../util/scheduler.ts";
import { FencedError } from "../port/lease.ts";
import type { ListQuery, Scope, WebhookRecord } from "../port/task-engine.ts";
import type { Note } from "../rules/notes.ts";
import { AliasTaken, type KnownMessage, NotesLeft, type SharedEvents, type SharedTaskStore } from "../store/sharing.ts";
import {
  type Admission,
  type Change,
  type DueWebhooks,
  type ExchangeTexts,
  type ListedTasks,
  type LogSnapshot,
  type ReadTask,
  StorageFailure,
  type TaskChange,
  type TaskRecord,
} from "../store/task-store.ts";
import { taskIn } from "../text/fold-log.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { joinTask } from "../text/task-text.ts";
import { ChangeRows } from "./change-rows.ts";
import { CoalescedReads } from "./coalesced-reads.ts";
import type { StoredRecord } from "./records.ts";
import { RelationalCapacity } from "./relational-capacity.ts";
import type { LogPlace, RelationalDatabase, ReserveRequest, WriteOutcome } from "./relational-database.ts";
import { isSnapshotDue, TaskTexts, type TextRecord } from "./task-texts.ts";

/** How many tasks of a conversation are read at once. */
const CONVERSATION_BATCH = 20;
/** How long a write is retried for callers that do not wait, in milliseconds: enough for a single retry. */
const RETRY_FOR_MS = 1;

/** A store in a relational database that any number of engines share. */
export class RelationalStore implements SharedTaskStore {
  readonly maxBatch = 256;
  readonly maxBatchSize = 4_194_304;
  readonly sharing: SharedTaskStore["sharing"];
  readonly #database: RelationalDatabase;
  readonly #events: SharedEvents;
  readonly #texts: TaskTexts;
  readonly #capacity: RelationalCapacity;
  readonly #heads: CoalescedReads<string, StoredRecord | undefined>;
  readonly #tails: CoalescedReads<LogPlace, TextEntry[]>;
  readonly #reads: CoalescedReads<string, TextRecord | undefined>;
  readonly #reserved: CoalescedReads<ReserveRequest, KnownMessage | undefined>;
  /** The tasks with a pending snapshot, and the last of these. */
  readonly #snapshots = new Set<string>();
  #lastSnapshot: Promise<void> = Promise.resolve();
  readonly #stopSweeping: () => void;

  constructor(database: RelationalDatabase, events: SharedEvents, scheduler: Scheduler = systemScheduler) {
    const { leaseMs, pollMs, cleanupIntervalMs } = database.times;
    this.#database = database;
    this.#events = events;
    this.#texts = new TaskTexts(database);
    this.#capacity = new RelationalCapacity(database.capacity, (id) => events.removed(id), scheduler);
    this.#heads = new CoalescedReads((ids) => database.heads(ids), String);
    this.#tails = new CoalescedReads(
      (places) => this.#texts.tails(places),
      ({ task, after, limit }) => `${task} ${after} ${limit}`,
    );
    this.#reads = new CoalescedReads((ids) => this.#readAll(ids), String);
    this.#reserved = new CoalescedReads(
      (requests) => database.reserve(requests),
      ({ holder }) => holder,
    );
    this.#stopSweeping = scheduler.every(cleanupIntervalMs, () => void this.sweep().catch(() => undefined));
    this.sharing = {
      leaseMs,
      pollMs,
      webhooks: database.webhooks,
      reserve: async (reservation, fingerprint) => {
        this.#assertReachable();
        return this.#reserved.get({ ...reservation, fingerprint });
      },
      withdraw: (reservation) => database.withdraw(reservation),
      seen: (scope, messageId) => database.seen(scope, messageId),
      acquire: async (taskId, options) => {
        this.#assertReachable();
        return database.acquire(taskId, options);
      },
      note: async (taskId, note) => {
        const isLeft = await database.note(taskId, note);
        if (isLeft) database.hint(taskId, []);
        return isLeft;
      },
      notes: (taskIds) => database.notes(taskIds),
      renew: (leases, reservations) => database.renew(leases, reservations),
      poll: (taskIds) => database.poll(taskIds),
    };
    database.listen(events);
  }

  async write(changes: readonly Change[]): Promise<ReadonlyMap<number, unknown> | undefined> {
    const { failure } = this.#database;
    if (failure) throw new StorageFailure(failure.cause, RETRY_FOR_MS);
    await this.#findKeys(changes);
    const rows = new ChangeRows(this.#database.strings, changes);
    const outcome = await this.#database.write(rows);
    for (const [ord, change] of changes.entries()) {
      if (outcome.refused.has(ord)) continue;
      this.#capacity.written(change);
      if (change.kind === "task") this.#written(change, outcome.written.get(ord));
    }
    await this.#capacity.settle();
    return outcome.refused.size === 0 ? undefined : this.#refusals(changes, outcome);
  }

  load(id: string): Promise<StoredRecord | undefined> {
    return this.#heads.get(id);
  }

  async read({ head: { id } }: TaskRecord): Promise<ReadTask> {
    const read = await this.#reads.get(id);
    if (!read) throw taskNotFound(id);
    return read;
  }

  async entries(record: TaskRecord, after: number, limit: number): Promise<readonly TextEntry[]> {
    return this.#tails.get({ task: await this.#keyOf(record), after, limit });
  }

  async snapshotBefore(record: TaskRecord, seq: number): Promise<LogSnapshot | undefined> {
    const { trimmed, snapshotSeq } = stored(record);
    if (trimmed) return undefined;
    const key = await this.#keyOf(record);
    const snapshot = snapshotSeq > 1 ? await this.#texts.snapshot(key, seq) : undefined;
    if (snapshot) return { seq: snapshot.seq, generation: snapshot.generation, json: joinTask(snapshot) };
    const [first] = await this.#tails.get({ task: key, after: 0, limit: 1 });
    return first && { seq: 1, generation: 1, json: JSON.stringify(taskIn(first)) };
  }

  resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
    return this.#database.resolveAlias(scope, alias);
  }

  async list(scope: Scope, list: ListQuery): Promise<ListedTasks> {
    const [totalSize, tasks] = await Promise.all([
      this.#database.count(scope, list),
      this.#texts.read({ scope, list }, list.view?.artifacts !== false),
    ]);
    return { tasks, totalSize };
  }

  async conversation(scope: Scope, contextId: string, limit: number): Promise<(TaskRecord | ExchangeTexts)[]> {
    const said = await this.#database.conversation(scope, contextId, limit);
    const read: (TaskRecord | ExchangeTexts)[] = [];
    let messages = 0;
    for (let start = 0; start < said.length && messages <= limit; start += CONVERSATION_BATCH) {
      const some = said.slice(start, start + CONVERSATION_BATCH);
      const ids = some.flatMap((item) => ("taskId" in item ? [item.taskId] : []));
      const tasks = ids.length > 0 ? await this.#texts.read({ ids }, false) : [];
      const byId = new Map(tasks.map((task) => [task.head.id, task]));
      for (const item of some) {
        const task = "taskId" in item ? byId.get(item.taskId) : item;
        if (!task) continue;
        read.push(task);
        messages += "answer" in task ? 2 : task.text.pieces().messages;
      }
    }
    return read;
  }

  queued(limit: number): Promise<readonly string[]> {
    return this.#database.claimable(limit);
  }

  webhooksOf(record: TaskRecord): Promise<readonly WebhookRecord[]> {
    return this.#database.webhooks.list(stored(record));
  }

  countWebhooks(scope: Scope): Promise<number> {
    return this.#database.webhooks.count(scope);
  }

  // The engine asks `sharing` instead.
  seen(): undefined {}
  dueWebhooks(): DueWebhooks {
    return { records: [] };
  }
  admit(scope: Scope, _: string, characters: number): Admission {
    return this.#capacity.admit(scope, characters);
  }
  dismiss(admission: Admission): void {
    this.#capacity.dismiss(admission);
  }
  assertRoom(scope: Scope, characters: number): void {
    this.#capacity.assertRoom(scope, characters);
  }

  async close(): Promise<void> {
    this.#stopSweeping();
    await this.#database.close();
  }

  /** Deletes expired data. A task outlives its events as a snapshot. */
  async sweep(): Promise<void> {
    for (const { key, head, text } of await this.#texts.read({ outdated: true }, true)) {
      await this.#texts.saveSnapshot(key, head, text.pieces());
    }
    for (const taskId of await this.#database.deleteExpired()) this.#events.removed(taskId);
    await this.#capacity.count();
  }

  async #readAll(ids: readonly string[]): Promise<(TextRecord | undefined)[]> {
    const byId = new Map((await this.#texts.read({ ids }, true)).map((task) => [task.head.id, task]));
    return ids.map((id) => byId.get(id));
  }

  async #refusals(changes: readonly Change[], { refused }: WriteOutcome): Promise<Map<number, unknown>> {
    const refusals = new Map<number, unknown>();
    const noted = [...refused].flatMap(([ord, why]) => (why === "noted" ? [idOf(changes[ord])] : []));
    const none: ReadonlyMap<string, readonly Note[]> = new Map();
    // Without them, the change is written again, and refused again.
    const notes = noted.length > 0 ? await this.#database.notes(noted).catch(() => none) : none;
    for (const [ord, why] of refused) {
      const id = idOf(changes[ord]);
      if (why === "noted") refusals.set(ord, new NotesLeft(notes.get(id) ?? []));
      else refusals.set(ord, why === "alias" ? new AliasTaken() : new FencedError(id, "stale"));
    }
    return refusals;
  }

  #written(change: TaskChange, row: { readonly key: number; readonly pushes: number } | undefined): void {
    const { created, takenNotes, replaced } = change;
    const { id, webhooks: known, run } = change.head;
    const pushes = row?.pushes ?? known;
    const head = pushes === known ? change.head : { ...change.head, webhooks: pushes };
    if (created) {
      const fresh = { key: row?.key, taken: 0, snapshotSeq: 0, trimmed: false };
      change.record = { head, text: created.text, ...fresh } satisfies StoredRecord;
    }
    const record = stored(change.record as TaskRecord); // there is one now
    record.head = head;
    if (takenNotes !== undefined) record.taken = takenNotes;
    if (pushes > 0) this.#events.available("webhooks");
    const queues = [...(pushes > 0 ? ["webhooks" as const] : []), ...(run === "queued" ? ["turns" as const] : [])];
    this.#database.hint(id, queues);
    if (replaced) {
      stored(replaced).head = { ...replaced.head, alias: undefined };
      this.#database.hint(replaced.head.id, []);
    }
    if (!isSnapshotDue(head, record.snapshotSeq) || this.#snapshots.has(id)) return;
    this.#snapshots.add(id);
    // One at a time, because a snapshot in progress needs several copies of its task in memory.
    this.#lastSnapshot = this.#lastSnapshot.then(() => this.#takeSnapshot(record));
  }

  /** Snapshots are optional, so none is taken while the database is unavailable. */
  async #takeSnapshot(record: StoredRecord): Promise<void> {
    const { id } = record.head;
    try {
      // The engine folds what was written before that.
      await nextLoopIteration();
      const { head, text } = record.text ? record : ((await this.#reads.get(id)) ?? record);
      if (!text) return;
      await this.#texts.saveSnapshot(await this.#keyOf(record), head, text.pieces());
      record.snapshotSeq = head.seq;
    } catch {
      // The next write will see that it is due.
    } finally {
      this.#snapshots.delete(id);
    }
  }

  /** The keys of tasks that were created, although the response with their keys was lost. */
  async #findKeys(changes: readonly Change[]): Promise<void> {
    const unknown = changes.flatMap((change) => {
      const record = change.kind === "task" && change.record && stored(change.record);
      return record && record.key === undefined ? [record] : [];
    });
    try {
      for (const record of unknown) await this.#keyOf(record);
    } catch (error) {
      throw new StorageFailure(error, RETRY_FOR_MS);
    }
  }

  async #keyOf(record: TaskRecord): Promise<number> {
    const task = stored(record);
    task.key ??= (await this.#heads.get(task.head.id))?.key;
    if (task.key === undefined) throw taskNotFound(task.head.id);
    return task.key;
  }

  #assertReachable(): void {
    if (this.#database.failure) throw this.#database.failure;
  }
}

function stored(record: TaskRecord): StoredRecord {
  return record as StoredRecord; // all records come from this store
}

function idOf(change: Change | undefined): string {
  return change?.kind === "task" ? change.head.id : (change?.exchange.messageId ?? "");
}
