import type { OnAppended } from "../port/lease.ts";
import type { WebhookRecord } from "../port/webhook-record.ts";
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
  readonly savedWebhook?: WebhookRecord | undefined;
  readonly deletedWebhook?: string | undefined;
  /** The number of the note that it takes. */
  readonly note?: number | undefined;
  /** Whether it is output of a turn, which is retried for longer while the storage is down. */
  readonly isOutput?: boolean;
}

/** Decides on a step by the head before it; throws to refuse it. */
export type Decide = (head: TaskHead) => AcceptedStep;

/** A listener for the outcome of a change, and the step that it added, if any. */
export interface Party {
  readonly decide: Decide | undefined;
  readonly caller: OnAppended | undefined;
  /** The sequence number after its step. */
  readonly seq: number;
  readonly isNote: boolean;
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
  readonly savedWebhooks: WebhookRecord[] = [];
  readonly deletedWebhooks: string[] = [];
  takenNotes: number | undefined;
  /** The size of the entries in characters. */
  characters = 0;
  isOutput = false;
  /** Whether there is anything to write. */
  isEmpty = true;
  readonly parties: Party[] = [];

  constructor(record: TaskRecord | undefined, head: TaskHead, created?: OpenChange["created"], first?: TextEntry) {
    this.record = record;
    this.head = head;
    this.created = created;
    if (first) this.entries.push(first);
  }

  /** Adds a step and a listener for its outcome. A step that the rules reject changes nothing. */
  add(decide: Decide, caller: OnAppended | undefined): AcceptedStep {
    const step = decide(this.head);
    const { entries, events, message, replaced, savedWebhook, deletedWebhook, note } = step;
    this.isEmpty = false;
    this.head = step.head;
    if (entries) {
      for (const entry of entries) {
        this.entries.push(entry);
        this.characters += entry.size;
      }
    }
    if (events) for (const event of events) this.events.push(event);
    if (message) this.messages.push(message);
    if (replaced) this.replaced = replaced;
    if (savedWebhook) this.savedWebhooks.push(savedWebhook);
    if (deletedWebhook !== undefined) this.deletedWebhooks.push(deletedWebhook);
    if (note !== undefined) this.takenNotes = note;
    if (step.isOutput) this.isOutput = true;
    this.parties.push({ decide, caller, seq: this.head.seq, isNote: note !== undefined });
    return step;
  }

  /** Waits for this change without adding to it. */
  await(caller: OnAppended): void {
    this.parties.push({ decide: undefined, caller, seq: this.head.seq, isNote: false });
  }

  /**
   * Records a refused step. Its caller learns about it when it would have learned about its success. If the cause is another step
   * that is refused later, the reason of that step is reported.
   */
  reject(error: unknown, caller: OnAppended | undefined): void {
    this.await((refusal) => caller?.(refusal ?? error, 0));
  }

  /** Tells the callers that it is durable. */
  settle(): void {
    for (const { caller, seq } of this.parties) caller?.(undefined, seq);
  }

  /** Tells the callers that nothing was written. */
  refuse(error: unknown): void {
    for (const { caller } of this.parties) caller?.(error, 0);
  }
}
