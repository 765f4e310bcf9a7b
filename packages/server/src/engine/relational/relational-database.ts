import type { ListQuery, Scope, WebhookRecord } from "../port/task-engine.ts";
import type { NewNote, Note, Reservation } from "../rules/notes.ts";
import type {
  AcquireOptions,
  HeldLease,
  KnownMessage,
  Polled,
  SharedEvents,
  SharedWebhookStore,
} from "../store/sharing.ts";
import type { TaskPieces } from "../text/task-text.ts";
import type { ChangeRows, LargeString, LargeStrings } from "./change-rows.ts";
import type { Columns, StoredRecord } from "./records.ts";

/**
 * The statements of a `RelationalStore`: implement it for a database server that any number of engines share. All rejections are
 * `storageUnavailable(cause)`. Large strings stay out of the texts that it returns, and are looked up by `largeStrings`.
 */
export interface RelationalDatabase {
  readonly times: {
    /** How long a lease lasts without being renewed, in milliseconds. */
    readonly leaseMs: number;
    /** The interval at which engines poll for each other's changes. */
    readonly pollMs: number;
    /** The interval between retention sweeps. */
    readonly cleanupIntervalMs: number;
  };
  /** Which strings are stored separately from their rows. */
  readonly strings: LargeStrings;
  readonly webhooks: WebhookRows;
  readonly capacity: CapacityRows;
  /** Set while the database is unreachable and the outcome of a write is unknown; no other statements run then. */
  readonly failure: Error | undefined;

  /**
   * Writes changes, each entirely or not at all, and returns the outcome of each, by its number. Rejects with a `StorageFailure` when the
   * database could not be reached, and otherwise when one of the changes cannot be stored; then none was written.
   */
  write(rows: ChangeRows): Promise<WriteOutcome>;
  reserve(requests: readonly ReserveRequest[]): Promise<readonly (KnownMessage | undefined)[]>;
  withdraw(reservation: Reservation): Promise<void>;
  seen(scope: Scope, messageId: string): Promise<KnownMessage | undefined>;
  acquire(
    taskId: string,
    options: AcquireOptions,
  ): Promise<{ record: StoredRecord; isHeld: boolean; notes: Note[] } | undefined>;
  note(taskId: string, note: NewNote): Promise<boolean>;
  notes(taskIds: readonly string[]): Promise<ReadonlyMap<string, readonly Note[]>>;
  renew(leases: readonly HeldLease[], reservations: readonly Reservation[]): Promise<ReadonlySet<string>>;
  poll(taskIds: readonly string[]): Promise<Polled>;
  /** The ids of tasks with a turn to claim, oldest first. */
  claimable(limit: number): Promise<readonly string[]>;
  /** Tasks by their ids, in that order, without turns and checkpoints. */
  heads(ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]>;
  resolveAlias(scope: Scope, alias: string): Promise<string | undefined>;
  /** For each place, at most `limit` events of a task after a sequence number. */
  tails(places: readonly LogPlace[]): Promise<readonly (readonly EventRecord[])[]>;
  /** Tasks as of one moment, in the order of the list. */
  tasks(query: TaskQuery, withArtifacts: boolean): Promise<readonly TaskRows[]>;
  /** How many tasks a list has on all pages. */
  count(scope: Scope, query: ListQuery): Promise<number>;
  /** The tasks and the exchanges of a conversation, latest first. */
  conversation(scope: Scope, contextId: string, limit: number): Promise<readonly SaidRecord[]>;
  /** The latest snapshot of a task, unless it is later than an event. */
  snapshot(task: number, seq: number): Promise<SnapshotRecord | undefined>;
  /** Stores a snapshot and its large strings, unless there is a later one. */
  saveSnapshot(snapshot: Columns, largeStrings: readonly LargeString[]): Promise<void>;
  /** Large strings of a task by their hashes. */
  largeStrings(task: number, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Deletes expired data unless another engine is doing so; returns the ids of deleted tasks. */
  deleteExpired(): Promise<readonly string[]>;

  /** Tells other engines about a change soon, on a best-effort basis. */
  hint(taskId: string, queues: readonly ("turns" | "webhooks")[]): void;
  /** Forwards hints of other engines, and reports writes with an unknown outcome. */
  listen(events: SharedEvents): void;
  close(): Promise<void>;
}

/** The storage that owners use in a relational database. */
export interface CapacityRows {
  /** The limit on the content of all tasks and exchanges, in characters. */
  readonly maxTotalSize: number;
  /** How much every owner has stored. */
  usage(): Promise<readonly OwnerUsage[]>;
  /** Deletes the oldest finished tasks of an owner, then exchanges, until enough characters are free or a batch is full. */
  evict(scope: Scope, characters: number): Promise<readonly EvictedTask[]>;
}

/** The storage that an owner uses, in characters of content. */
export interface OwnerUsage {
  readonly scope: Scope;
  readonly size: number;
}

/** A task, or an exchange without an id, that was evicted. */
export interface EvictedTask {
  readonly id: string | undefined;
  readonly size: number;
}

/** The webhooks in a relational database. */
export interface WebhookRows extends SharedWebhookStore {
  /** The webhooks of a task, oldest first. */
  list(record: StoredRecord): Promise<readonly WebhookRecord[]>;
  /** How many webhooks a scope has over all tasks. */
  count(scope: Scope): Promise<number>;
}

/** A message to reserve. */
export interface ReserveRequest extends Reservation {
  readonly fingerprint: string;
}

/** The outcomes of changes, by their numbers. */
export interface WriteOutcome {
  /** Why changes were refused: their lease or their reservation was lost, notes were left, or their alias was taken. */
  readonly refused: ReadonlyMap<number, "fenced" | "noted" | "alias">;
  /** The rows of the tasks that were written; of those whose answer was lost, none. */
  readonly written: ReadonlyMap<number, { readonly key: number; readonly pushes: number }>;
}

/** Which tasks to read. `outdated`: those whose events will be deleted before there is a snapshot of all of them. */
export type TaskQuery =
  | { readonly ids: readonly string[] }
  | { readonly scope: Scope; readonly list: ListQuery }
  | { readonly outdated: true };

/** A place in the log of a task. */
export interface LogPlace {
  readonly task: number;
  readonly after: number;
  readonly limit: number;
}

/** An event as stored. */
export interface EventRecord {
  readonly seq: number;
  readonly generation: number;
  readonly answered?: number | null | undefined;
  readonly json: string;
}

/** A task as stored: its latest snapshot, and the events after it. */
export interface TaskRows {
  readonly record: StoredRecord;
  readonly snapshot: TaskPieces | undefined;
  readonly tail: readonly EventRecord[];
}

/** A snapshot as stored. */
export interface SnapshotRecord extends TaskPieces {
  readonly seq: number;
  readonly generation: number;
}

/** A task or an exchange of a conversation; the texts of an exchange are JSON. */
export type SaidRecord = { readonly taskId: string } | { readonly message: string; readonly answer: string };
