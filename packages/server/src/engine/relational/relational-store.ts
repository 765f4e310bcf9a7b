import type { Message, Task } from "@a2a/types";
import type { TaskView } from "../port/stored-task.ts";
import type { ListQuery, PushFilter, PushRecord, Scope } from "../port/task-engine.ts";
import type { SeenMessage } from "../shared/rules/change.ts";
import type { TaskHead } from "../shared/rules/task-row.ts";
import type {
  Answer,
  ClaimCommand,
  DuePushes,
  LogSnapshot,
  RowPage,
  Sharing,
  StoreCommand,
  StoreEvents,
  TaskSnapshot,
  TaskStore,
} from "../shared/task-store.ts";
import { collectPage, latestMessages } from "../store/page.ts";
import { taskIn } from "../text/fold-log.ts";
import type { TextEntry } from "../text/log-entry.ts";
import { joinTask } from "../text/task-text.ts";
import { BatchedCommits, type FactsQuery, type WrittenTask } from "./batched-commits.ts";
import { CoalescedReads } from "./coalesced-reads.ts";
import { RecentTasks } from "./recent-tasks.ts";
import { type StoredFacts, slotOf } from "./records.ts";
import type { LogPlace, RelationalDatabase } from "./relational-database.ts";
import { isSnapshotDue, TaskTexts } from "./task-texts.ts";

/** How many tasks of a conversation are read at once. */
const CONVERSATION_BATCH = 20;

/** A store in a relational database that any number of engines share. */
export class RelationalStore implements TaskStore {
  readonly sharing: Sharing;
  readonly #database: RelationalDatabase;
  readonly #events: StoreEvents;
  readonly #recent = new RecentTasks();
  readonly #commits: BatchedCommits<StoredFacts>;
  readonly #texts: TaskTexts;
  readonly #heads: CoalescedReads<string, TaskHead | undefined>;
  readonly #tails: CoalescedReads<LogPlace, TextEntry[]>;
  /** The tasks of which a snapshot is about to be taken, and the last of these. */
  readonly #snapshots = new Set<string>();
  #lastSnapshot: Promise<void> = Promise.resolve();
  readonly #sweeping: ReturnType<typeof setInterval>;

  constructor(database: RelationalDatabase, events: StoreEvents) {
    const { leaseMs, pollMs, cleanupIntervalMs } = database.times;
    this.#database = database;
    this.#events = events;
    this.#commits = new BatchedCommits(database, this.#recent, (task) => this.#onWritten(task));
    this.#texts = new TaskTexts(database);
    this.#heads = new CoalescedReads((ids) => database.heads(ids));
    this.#tails = new CoalescedReads((places) => this.#texts.tails(places));
    this.#sweeping = setInterval(() => void this.sweep().catch(() => undefined), cleanupIntervalMs);
    this.#sweeping.unref?.();
    this.sharing = {
      leaseMs,
      pollMs,
      renew: (leases) => database.renew(leases),
      positions: (taskIds) => this.#positions(taskIds),
    };
    database.listen({
      changed: (taskId) => {
        this.#recent.forget(taskId);
        events.changed(taskId);
      },
      available: (queue) => events.available(queue),
      removed: (taskId) => this.#removed(taskId),
      lost: () => events.lost(),
      failed: (error) => this.#commits.refuse(error),
    });
  }

  commit<Result>(command: StoreCommand<Result>): Promise<Result> {
    return this.#commits.commit(command);
  }

  claim<Result>(command: ClaimCommand<Result>): Promise<Result[]> {
    return this.#commits.claim(command);
  }

  // A database server has no quotas of its own.
  admit(): undefined {}
  dismiss(): void {}

  find(id: string): Answer<TaskHead | undefined> {
    return this.#recent.get(id)?.row ?? this.#heads.get(id);
  }

  async read(id: string, view: TaskView | undefined): Promise<TaskSnapshot | undefined> {
    const { row, text } = this.#recent.get(id) ?? {};
    if (row && text) return { row, json: view ? text.json(view) : text.snapshot() };
    const [task] = await this.#texts.read({ ids: [id] }, view?.artifacts !== false);
    return task && { row: task.row, json: () => task.json(view) };
  }

  async seen(scope: Scope, messageId: string): Promise<SeenMessage | undefined> {
    const { seen, now } = await this.#facts({ message: { scope, messageId } });
    return seen && "reservedUntil" in seen.result && seen.result.reservedUntil <= now ? undefined : seen;
  }

  async resolveAlias(scope: Scope, alias: string): Promise<string | undefined> {
    return (await this.#facts({ alias: { scope, alias } })).row?.id;
  }

  entries(row: TaskHead, after: number, limit: number): Answer<readonly TextEntry[]> {
    return this.#recent.entries(row, after, limit) ?? this.#tails.get({ task: slotOf(row).key, after, limit });
  }

  async snapshotBefore(row: TaskHead, seq: number): Promise<LogSnapshot | undefined> {
    const { key, trimmed, snapshotSeq } = slotOf(row);
    if (trimmed) return undefined;
    const snapshot = snapshotSeq > 1 ? await this.#texts.snapshot(key, seq) : undefined;
    if (snapshot) return { seq: snapshot.seq, generation: snapshot.generation, json: joinTask(snapshot) };
    const [first] = await this.#tails.get({ task: key, after: 0, limit: 1 });
    return first && { seq: 1, generation: 1, json: JSON.stringify(taskIn(first)) };
  }

  async list(scope: Scope, list: ListQuery): Promise<RowPage> {
    const { pageSize, view } = list;
    const [totalSize, tasks] = await Promise.all([
      this.#database.count(scope, list),
      this.#texts.read({ scope, list }, view?.artifacts !== false),
    ]);
    return { ...collectPage(tasks, pageSize, (task) => ({ row: task.row, json: task.json(view) })), totalSize };
  }

  async contextMessages(scope: Scope, contextId: string, limit: number, exceptTaskId = ""): Promise<Message[]> {
    const said = await this.#database.conversation(scope, contextId, limit, exceptTaskId);
    const latestFirst: Message[][] = [];
    for (let start = 0, count = 0; start < said.length && count < limit; start += CONVERSATION_BATCH) {
      const some = said.slice(start, start + CONVERSATION_BATCH);
      const ids = some.flatMap((item) => ("taskId" in item ? [item.taskId] : []));
      const tasks = ids.length > 0 ? await this.#texts.read({ ids }, false) : [];
      const byId = new Map(tasks.map((task) => [task.row.id, JSON.parse(task.json({ artifacts: false })) as Task]));
      for (const item of some) {
        const messages = "taskId" in item ? messagesOf(byId.get(item.taskId)) : [item.message, item.answer].map(parsed);
        latestFirst.push(messages);
        count += messages.length;
      }
    }
    return latestMessages(latestFirst, limit);
  }

  hasClaimable(): Promise<boolean> {
    return this.#database.hasClaimable();
  }

  async pushes({ id, scope }: TaskHead): Promise<readonly PushRecord[]> {
    return (await this.#facts({ taskId: id, pushesOf: scope })).pushes;
  }

  async countPushes(scope: Scope): Promise<number> {
    return (await this.#facts({ pushesOf: scope })).ownerPushes;
  }

  async duePushes(limit: number, filter: PushFilter = {}): Promise<DuePushes> {
    return { records: await this.#database.duePushes(limit, filter) };
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    await this.#database.close();
  }

  /** Deletes expired data. A task outlives its events as a snapshot. */
  async sweep(): Promise<void> {
    for (const { row, pieces } of await this.#texts.read({ outdated: true }, true)) {
      await this.#texts.saveSnapshot(row, pieces());
    }
    for (const taskId of await this.#database.deleteExpired()) this.#removed(taskId);
  }

  async #facts(query: FactsQuery): Promise<StoredFacts> {
    const [facts] = await this.#database.load([query]);
    return facts as StoredFacts; // one for each query
  }

  async #positions(taskIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const positions = await this.#database.positions(taskIds);
    for (const taskId of taskIds) {
      if (this.#recent.get(taskId)?.row.seq !== positions.get(taskId)) this.#recent.forget(taskId);
    }
    return positions;
  }

  #removed(taskId: string): void {
    this.#recent.forget(taskId);
    this.#events.removed(taskId);
  }

  #onWritten(task: WrittenTask): void {
    const { id, pushes, run } = task;
    this.#database.hint(id, [
      ...(pushes > 0 ? ["pushes" as const] : []),
      ...(run === "queued" ? ["turns" as const] : []),
    ]);
    if (!isSnapshotDue(task, slotOf(task).snapshotSeq) || this.#snapshots.has(id)) return;
    this.#snapshots.add(id);
    // One at a time: a snapshot has a few copies of its task in memory while it is on its way.
    this.#lastSnapshot = this.#lastSnapshot.then(() => this.#takeSnapshot(id));
  }

  /** Nothing depends on a snapshot, so that none is taken while the database is unavailable. */
  async #takeSnapshot(id: string): Promise<void> {
    try {
      const { text, row } = this.#recent.get(id) ?? {};
      const [task] = text && row ? [{ row, pieces: () => text.pieces() }] : await this.#texts.read({ ids: [id] }, true);
      if (task) await this.#texts.saveSnapshot(task.row, task.pieces());
    } catch {
      // The next write will see that it is due.
    } finally {
      this.#snapshots.delete(id);
    }
  }
}

function messagesOf({ history = [], status }: Partial<Task> = {}): Message[] {
  return status?.message ? [...history, status.message] : history;
}

function parsed(json: string): Message {
  return JSON.parse(json) as Message; // it was serialized from one
}
