import type { Scope } from "../port/task-engine.ts";
import type { WebhookFilter, WebhookRecord } from "../port/webhook-record.ts";
import type { SeenMessage } from "../rules/idempotency.ts";
import type { NewNote, Note, Reservation } from "../rules/notes.ts";
import type { ClaimUpdate } from "../rules/webhooks.ts";
import type { StoreEvents, TaskRecord, TaskStore } from "./task-store.ts";

/**
 * The coordination of several engines on one storage: hold the lease of a task or leave a note. An engine changes a task only while
 * it holds the task's lease; for a task whose lease another engine holds, it leaves a note, which that engine takes with its next
 * write. All times are by the clock of the storage.
 *
 * A store that shares its storage fences every change of a task: `write` refuses it with a `FencedError` unless the stored token is
 * that of `record.head`, and a message is still reserved by the `holder` that the change names. A change after which the task no
 * longer runs gives up its lease, and is refused with `NotesLeft` while there are notes that it does not take.
 */
export interface Sharing {
  /** How long a lease or a reservation lasts without being renewed, in milliseconds. */
  readonly leaseMs: number;
  /** The interval at which an engine polls for changes made by others. A hint through `SharedEvents` makes it look earlier. */
  readonly pollMs: number;
  /** The webhooks, which have claims of their own and need no lease. */
  readonly webhooks: SharedWebhookStore;

  /** Reserves a message for a holder, or extends its reservation. Returns the record of one that is known or reserved by another. */
  reserve(reservation: Reservation, fingerprint: string): Promise<KnownMessage | undefined>;
  /** Ends a reservation, so that the message can be sent again. */
  withdraw(reservation: Reservation): Promise<void>;
  /** The outcome of a message. */
  seen(scope: Scope, messageId: string): Promise<KnownMessage | undefined>;
  /**
   * Takes the lease of a task that has not ended, under the next token, unless another engine holds it; with `force` in any case.
   * Returns `undefined` when there is no such task, in this scope if one is given.
   */
  acquire(taskId: string, options: AcquireOptions): Promise<Acquired | undefined>;
  /** Leaves a note for the holder of a task's lease; `false` when nobody holds it or the task has ended. */
  note(taskId: string, note: NewNote): Promise<boolean>;
  /** The notes of tasks in order. */
  notes(taskIds: readonly string[]): Promise<ReadonlyMap<string, readonly Note[]>>;
  /** Extends leases and reservations; returns the ids of the tasks whose leases are still held. */
  renew(leases: readonly HeldLease[], reservations: readonly Reservation[]): Promise<ReadonlySet<string>>;
  /** The changes of other engines since then. */
  poll(taskIds: readonly string[]): Promise<Polled>;
}

/** A store that several engines share; `createSharedEngine` makes an engine of it. */
export interface SharedTaskStore extends Omit<TaskStore, "sharing"> {
  readonly sharing: Sharing;
}

/** The store of an engine. */
export type EngineStore = TaskStore | SharedTaskStore;

/** The record of a message: as in `SeenMessage`, reserved by an engine, or left as a note that has not been taken. */
export interface KnownMessage {
  readonly fingerprint: string;
  readonly result:
    | SeenMessage["result"]
    | { readonly holder: string }
    | { readonly notedFor: { readonly taskId: string; readonly contextId: string } };
}

/** Which task to acquire. */
export interface AcquireOptions {
  readonly scope?: Scope | undefined;
  readonly force?: boolean;
}

/** A task, and whether its lease was taken. */
export interface Acquired {
  readonly record: TaskRecord;
  readonly isHeld: boolean;
  /** Notes for the previous holder. */
  readonly notes: readonly Note[];
}

/** A lease by its fencing token. */
export interface HeldLease {
  readonly taskId: string;
  readonly token: number;
}

/** The changes of other engines. */
export interface Polled {
  /** The current sequence numbers of the tasks; a task that does not exist is left out. */
  readonly positions: ReadonlyMap<string, number>;
  /** The ids of tasks with notes. */
  readonly noted: readonly string[];
  /** Whether there is a turn to claim. */
  readonly isClaimable: boolean;
}

/** The webhooks of a store that several engines share. Each method is one atomic step. */
export interface SharedWebhookStore {
  /** Saves a webhook that receives the events after the current one, with a higher claim number than one it replaces. */
  set(record: TaskRecord, webhook: WebhookRecord): Promise<WebhookRecord>;
  delete(record: TaskRecord, id: string): Promise<boolean>;
  /** Claims webhooks that are due and not excluded, with owners taking turns. */
  claim(limit: number, filter: WebhookFilter, claimMs: number): Promise<readonly WebhookRecord[]>;
  /** Whether a webhook is due. */
  isDue(filter: WebhookFilter): Promise<boolean>;
  /** Updates a webhook, unless its claim has passed to another sender. */
  update(webhook: WebhookRecord, update: ClaimUpdate): Promise<void>;
}

/** The refusal of a change that does not take all notes. Nothing was written. */
export class NotesLeft extends Error {
  override readonly name = "NotesLeft";
  /** All remaining notes of the task, in order. */
  readonly notes: readonly Note[];

  constructor(notes: readonly Note[]) {
    super("notes have been left for the holder of the lease");
    this.notes = notes;
  }
}

/** The refusal of a new task whose alias another task took in the meantime. */
export class AliasTaken extends Error {
  override readonly name = "AliasTaken";
}

/** Notifications of a store to its engine about other engines on the same storage. */
export interface SharedEvents extends StoreEvents {
  /** Another engine changed a task, or left a note for it. */
  changed(taskId: string): void;
  /** Another engine made work available: a turn to claim, or events for a webhook. */
  available(queue: "turns" | "webhooks"): void;
  /** The outcome of a write is unknown for now. Nothing else is written until it is known. */
  stalled(error: Error): void;
}
