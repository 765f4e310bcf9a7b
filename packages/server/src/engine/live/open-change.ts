import type { OnAppended } from "../port/lease.ts";
import type { PushRecord } from "../port/push-record.ts";
import type { TaskHead } from "../rules/head.ts";
import type { Admission, RememberedMessage, TaskChange, TaskRecord } from "../store/task-store.ts";
import type { EventText } from "../text/event-text.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { TaskText } from "../text/task-text.ts";

/** One accepted step of a task: the head it leads to, and everything that is written with it. */
export interface AcceptedStep {
  readonly head: TaskHead;
  readonly entries?: readonly TextEntry[];
  readonly events?: readonly EventText[];
  readonly message?: RememberedMessage | undefined;
  readonly replaced?: TaskRecord | undefined;
  readonly savedPush?: PushRecord | undefined;
  readonly deletedPush?: string | undefined;
  /** Whether it is output of a turn, which is repeated for longer while the storage is down. */
  readonly isOutput?: boolean;
}

/** Accepted steps of one task that are written together, as if they had been one. */
export class OpenChange implements TaskChange {
  readonly kind = "task";
  record: TaskRecord | undefined;
  head: TaskHead;
  readonly created: { readonly text: TaskText; readonly admission: Admission } | undefined;
  readonly entries: TextEntry[] = [];
  /** The entries as pieces of text, to be folded into the task; without the task itself. */
  readonly events: EventText[] = [];
  readonly messages: RememberedMessage[] = [];
  replaced: TaskRecord | undefined;
  readonly savedPushes: PushRecord[] = [];
  readonly deletedPushes: string[] = [];
  /** The size of the entries in characters. */
  characters = 0;
  isOutput = false;
  /** Whether there is anything to write. */
  isEmpty = true;
  readonly #callers: OnAppended[] = [];
  /** For each caller, the sequence number after its step. */
  readonly #seqs: number[] = [];

  constructor(record: TaskRecord | undefined, head: TaskHead, created?: OpenChange["created"], first?: TextEntry) {
    this.record = record;
    this.head = head;
    this.created = created;
    if (first) this.entries.push(first);
  }

  /** Adds a step, and who wants to know what becomes of it. */
  add(step: AcceptedStep, caller: OnAppended | undefined): void {
    const { entries, events, message, replaced, savedPush, deletedPush } = step;
    this.isEmpty = false;
    this.head = step.head;
    if (entries) {
      for (const entry of entries) {
        this.entries.push(entry);
        this.characters += entry.json.length;
      }
    }
    if (events) for (const event of events) this.events.push(event);
    if (message) this.messages.push(message);
    if (replaced) this.replaced = replaced;
    if (savedPush) this.savedPushes.push(savedPush);
    if (deletedPush !== undefined) this.deletedPushes.push(deletedPush);
    if (step.isOutput) this.isOutput = true;
    if (caller) this.#call(caller);
  }

  /** Somebody waits for this change without adding to it. */
  await(caller: OnAppended): void {
    this.#call(caller);
  }

  /**
   * A step was refused: its caller hears of it when it would have heard of its success. It may have been refused because of a step
   * that is refused itself; then that is the reason.
   */
  reject(error: unknown, caller: OnAppended): void {
    this.#callers.push((refusal) => caller(refusal ?? error, 0));
    this.#seqs.push(0);
  }

  /** Tells the callers that it is durable. */
  settle(): void {
    const { length } = this.#callers;
    for (let index = 0; index < length; index++) this.#callers[index]?.(undefined, this.#seqs[index] ?? 0);
  }

  /** Tells the callers that nothing was written. */
  refuse(error: unknown): void {
    for (const caller of this.#callers) caller(error, 0);
  }

  #call(caller: OnAppended): void {
    this.#callers.push(caller);
    this.#seqs.push(this.head.seq);
  }
}
