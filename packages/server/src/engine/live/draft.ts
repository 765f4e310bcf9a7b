import type { Message } from "@a2a/types";
import type { Outcome } from "../port/task-engine.ts";
import { taskOutcome } from "../rules/accept-message.ts";
import type { TaskHead } from "../rules/head.ts";
import { idempotencyKey } from "../rules/idempotency.ts";
import type { Reservation } from "../rules/notes.ts";
import { draftHead, draftText, type TaskDraft } from "../rules/task-draft.ts";
import { newWebhookRecord } from "../rules/webhooks.ts";
import type { Admission, TaskRecord } from "../store/task-store.ts";
import { TextEntry } from "../text/log-entry.ts";
import type { EngineState } from "./engine-state.ts";
import type { InFlight } from "./in-flight.ts";
import type { LiveTask } from "./live-task.ts";
import { OpenChange } from "./open-change.ts";
import type { Writer } from "./write-queue.ts";

/** Where a draft comes from. */
export interface DraftOrigin {
  /** The callers that wait for the answer to its message. */
  readonly flight?: InFlight | undefined;
  readonly reservation?: Reservation | undefined;
  /** The finished task whose alias it takes over. */
  readonly replaced?: TaskRecord | undefined;
}

/** A task that will be created with its first change, and the message that waits for that. */
export class Draft {
  readonly task: TaskDraft;
  readonly flight: InFlight | undefined;
  /** The head as the task will begin. */
  head: TaskHead;
  /** The reservation of its message, where the storage is shared. */
  readonly reservation: Reservation | undefined;
  readonly #state: EngineState;
  readonly #replaced: TaskRecord | undefined;
  #admission: Admission;
  #isOver = false;

  constructor(state: EngineState, task: TaskDraft, admission: Admission, origin: DraftOrigin = {}) {
    this.#state = state;
    this.task = task;
    this.#admission = admission;
    this.flight = origin.flight;
    this.reservation = origin.reservation;
    this.#replaced = origin.replaced;
    this.head = draftHead(task);
  }

  /** The change that creates the task, to which its first events are added. */
  open(): OpenChange {
    const { command } = this.task;
    const { webhook, fingerprint } = command;
    const text = draftText(this.task);
    const { head } = this;
    const first = new TextEntry(1, 1, text.eventPieces(), undefined, true);
    const open = new OpenChange(undefined, head, { text, admission: this.#admission }, first);
    const messageId = idempotencyKey(command);
    const holder = this.reservation?.holder;
    open.add(
      () => ({
        head,
        message: messageId === undefined ? undefined : { messageId, fingerprint, seq: 1, holder },
        replaced: this.#replaced,
        savedWebhook: webhook && newWebhookRecord(head, webhook, this.#state.createId(), 1),
      }),
      undefined,
    );
    return open;
  }

  /** Writes a message that is the answer: there will be no task. */
  answer(answer: Message, resolve: () => void, reject: (error: unknown) => void): Writer {
    const { command, taskId, contextId, message } = this.task;
    const { scope, fingerprint } = command;
    // Stored under the message's idempotency key; without one, under an id that no send can match.
    const messageId = idempotencyKey(command) ?? taskId;
    // Remove the id that was intended for its task.
    const { taskId: _, ...alone } = message;
    const texts = { message: JSON.stringify(alone), answer: JSON.stringify(answer) };
    const holder = this.reservation?.holder;
    const exchange = { scope, contextId, messageId, fingerprint, holder, ...texts };
    return {
      take: () => ({ kind: "exchange", exchange, admission: this.#admission }),
      durable: resolve,
      refused: reject,
      retryForMs: 0,
    };
  }

  /** The task exists. */
  created({ shown }: LiveTask): void {
    this.settle(taskOutcome(shown, 1));
  }

  /** Reports the outcome to the sender of the message. */
  settle(outcome: Outcome): void {
    this.#end();
    this.flight?.settle(outcome);
  }

  /** Ends the reservation of a message that will not be answered, so that it can be sent again. */
  async withdraw(): Promise<void> {
    // If the storage fails now, the reservation expires.
    if (this.reservation) await this.#state.store.sharing?.withdraw(this.reservation).catch(() => undefined);
  }

  /** Tells the sender why the task will not be created, and returns its capacity. */
  abandon(why: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.flight?.fail(why);
    this.#state.store.dismiss(this.#admission);
  }

  #end(): void {
    this.#isOver = true;
    const { key, aliasKey } = this.flight ?? {};
    if (key !== undefined) this.#state.inFlight.delete(key);
    if (aliasKey !== undefined) this.#state.aliasesInFlight.delete(aliasKey);
  }
}
