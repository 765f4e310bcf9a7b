import type { Outcome } from "../port/task-engine.ts";
import { taskOutcome } from "../rules/accept-message.ts";
import type { TaskHead } from "../rules/head.ts";
import { idempotencyKey } from "../rules/idempotency.ts";
import { draftHead, draftText, type TaskDraft } from "../rules/task-draft.ts";
import { newPushRecord } from "../rules/webhooks.ts";
import type { Admission, TaskRecord } from "../store/task-store.ts";
import { TextEntry } from "../text/log-entry.ts";
import type { EngineState } from "./engine-state.ts";
import type { InFlight } from "./in-flight.ts";
import type { LiveTask } from "./live-task.ts";
import { OpenChange } from "./open-change.ts";

/** A task that will be created with its first change, and the message that waits for that. */
export class Draft {
  readonly task: TaskDraft;
  readonly flight: InFlight | undefined;
  /** The head as the task will begin. */
  head: TaskHead;
  readonly #state: EngineState;
  readonly #replaced: TaskRecord | undefined;
  #admission: Admission;
  #isOver = false;

  constructor(state: EngineState, task: TaskDraft, admission: Admission, flight?: InFlight, replaced?: TaskRecord) {
    this.#state = state;
    this.task = task;
    this.#admission = admission;
    this.flight = flight;
    this.#replaced = replaced;
    this.head = draftHead(task);
  }

  /** The capacity reserved for it, which passes to what is written instead of the task. */
  get admission(): Admission {
    return this.#admission;
  }

  /** The change that creates the task, to which its first events are added. */
  open(): OpenChange {
    const { command } = this.task;
    const { push, fingerprint } = command;
    const text = draftText(this.task);
    const { head } = this;
    const first = new TextEntry(1, 1, `{"task":${text.json()}}`, undefined, true);
    const open = new OpenChange(undefined, head, { text, admission: this.#admission }, first);
    const messageId = idempotencyKey(command);
    open.add(
      {
        head,
        message: messageId === undefined ? undefined : { messageId, fingerprint, seq: 1 },
        replaced: this.#replaced,
        savedPush: push && newPushRecord(head, push, this.#state.createId(), 1),
      },
      undefined,
    );
    return open;
  }

  /** The task exists. */
  created({ shown }: LiveTask): void {
    this.settle(taskOutcome(shown, 1));
  }

  /** Tells the sender of the message what became of it. */
  settle(outcome: Outcome): void {
    this.#end();
    this.flight?.settle(outcome);
  }

  /** Tells the sender why there will be no task, and gives its capacity back. */
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
