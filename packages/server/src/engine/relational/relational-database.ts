import type { ListQuery, PushFilter, PushRecord, Scope } from "../port/task-engine.ts";
import type { TaskHead } from "../shared/rules/task-row.ts";
import type { HeldLease, RenewedLease, StoreEvents } from "../shared/task-store.ts";
import type { TaskPieces } from "../text/task-text.ts";
import type { BatchStorage } from "./batched-commits.ts";
import type { LargeStrings } from "./change-rows.ts";
import type { Columns, StoredFacts } from "./records.ts";

/**
 * The statements of a `RelationalStore`: implement it for a database server that any number of engines share. All rejections are
 * `storageUnavailable(cause)`. Large strings stay out of the texts that it returns, and are looked up by `largeStrings`.
 */
export interface RelationalDatabase extends BatchStorage<StoredFacts> {
  readonly times: {
    /** How long a lease lasts without being renewed, in milliseconds. */
    readonly leaseMs: number;
    /** The interval at which engines look for each other's changes. */
    readonly pollMs: number;
    /** The interval between retention sweeps. */
    readonly cleanupIntervalMs: number;
  };
  /** Which strings are stored apart from their rows. */
  readonly strings: LargeStrings;

  renew(leases: readonly HeldLease[]): Promise<readonly RenewedLease[]>;
  positions(taskIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The rows of tasks, in the order of their ids. Their `slot` is a `StoredSlot`. */
  heads(ids: readonly string[]): Promise<readonly (TaskHead | undefined)[]>;
  /** For each place, at most `limit` events of a task after a sequence number. */
  tails(places: readonly LogPlace[]): Promise<readonly (readonly EventRecord[])[]>;
  /** Tasks as of one moment, in the order of the list. */
  tasks(query: TaskQuery, withArtifacts: boolean): Promise<readonly TaskRecord[]>;
  /** How many tasks a list has on all pages. */
  count(scope: Scope, query: ListQuery): Promise<number>;
  /** The tasks and the exchanges of a conversation, latest first. */
  conversation(scope: Scope, contextId: string, limit: number, exceptTaskId: string): Promise<readonly SaidRecord[]>;
  /** The latest snapshot of a task, unless it is later than an event. */
  snapshot(task: number, seq: number): Promise<SnapshotRecord | undefined>;
  /** Stores a snapshot and its large strings, unless there is a later one. */
  saveSnapshot(snapshot: Columns, largeStrings: readonly Columns[]): Promise<void>;
  /** Large strings of a task by their hashes. */
  largeStrings(task: number, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  hasClaimable(): Promise<boolean>;
  /** Webhooks that are due and not excluded, with owners taking turns. */
  duePushes(limit: number, filter: PushFilter): Promise<readonly PushRecord[]>;
  /** Deletes expired data, while no other engine does; returns the ids of deleted tasks. */
  deleteExpired(): Promise<readonly string[]>;

  /** Tells other engines of a change, soon, as far as it can. */
  hint(taskId: string, queues: readonly ("turns" | "pushes")[]): void;
  /** Passes on what other engines tell, and tells when the database cannot be reached: nothing that waits to be written is then. */
  listen(events: StoreEvents & { failed(error: Error): void }): void;
  close(): Promise<void>;
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
export interface TaskRecord {
  readonly row: TaskHead;
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
