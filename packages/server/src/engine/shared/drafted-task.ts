import type { Message } from "@a2a/types";
import type { InFlight } from "../live/in-flight.ts";
import type { Outcome, Scope, StoredTask } from "../port/task-engine.ts";
import { type EngineCore, storedTask } from "./engine-core.ts";
import type { Outbox } from "./outbox.ts";
import type { Admission, Decision, Facts } from "./rules/change.ts";
import { assertReserved, idempotencyKey } from "./rules/idempotency.ts";
import { createTask, draftRow, draftText, type TaskDraft } from "./rules/task-draft.ts";
import type { TaskRow } from "./rules/task-row.ts";

/** A message that this engine has reserved on a shared storage. */
export interface Reservation {
  readonly scope: Scope;
  readonly messageId: string;
  readonly holder: string;
  /** Sets when it expires; 0 withdraws it. */
  extend(until: (now: number) => number): Promise<void>;
}

/** A task that its agent has begun to work on, and that will be created with its first event. */
export class DraftedTask {
  /** The message's reservation, where the storage is shared. */
  readonly reservation: Reservation | undefined;
  /** The checkpoint to create the task with. */
  checkpoint: string | undefined;
  readonly #core: EngineCore;
  readonly #draft: TaskDraft;
  readonly #admission: Admission;
  readonly #flight: InFlight;

  /** `admission` is the capacity reserved for the task; `flight` has the waiters for the answer to the message. */
  constructor(core: EngineCore, draft: TaskDraft, admission: Admission, flight: InFlight, reservation?: Reservation) {
    this.#core = core;
    this.#draft = draft;
    this.#admission = admission;
    this.#flight = flight;
    this.reservation = reservation;
  }

  /** Whether a webhook is to be created with the task. */
  get hasPush(): boolean {
    return this.#draft.command.push !== undefined;
  }

  /** The task as it would be without events. */
  stored(): StoredTask {
    const row = { ...draftRow(this.#draft, { now: 0, leaseMs: undefined }), seq: 0, generation: 0 };
    return storedTask(row, draftText(this.#draft).json());
  }

  /** Decides to create the task with its first events. */
  create(facts: Facts, outbox: Outbox): Decision<TaskRow> {
    const { limits, leaseMs } = this.#core;
    const assertRoom = (size: number) => facts.assertRoom(size);
    this.#assertReserved(facts);
    assertRoom(this.#draft.messageJson.length);
    const change = createTask(
      this.#draft,
      { now: facts.now, leaseMs },
      {
        admission: this.#admission,
        checkpoint: this.checkpoint,
        extend: (created) => outbox.extend(created, limits, assertRoom),
      },
    );
    return { result: change.row, change };
  }

  /** Decides that a message is the answer, and that there will be no task. */
  answer(facts: Facts, answer: Message): Decision<void> {
    this.#assertReserved(facts);
    const { command, taskId, contextId, message } = this.#draft;
    const { scope, fingerprint } = command;
    // Stored under the message's idempotency key; without one, under an id that no send can match.
    const messageId = idempotencyKey(command) ?? taskId;
    // The message loses the id that was meant for its task.
    const { taskId: _, ...alone } = message;
    const texts = { message: JSON.stringify(alone), answer: JSON.stringify(answer) };
    const exchange = { scope, contextId, messageId, fingerprint, ...texts };
    return { result: undefined, change: { kind: "exchange", exchange, admission: this.#admission } };
  }

  /** Tells the sender of the message what became of it. */
  settle(outcome: Outcome): void {
    this.#land();
    this.#flight.settle(outcome);
  }

  /** Tells the sender why there will be no task, and gives its capacity back. */
  abandon(why: unknown): void {
    this.#land();
    this.#flight.fail(why);
    this.#core.store.dismiss(this.#admission);
  }

  #land(): void {
    const { key, aliasKey } = this.#flight;
    if (key !== undefined) this.#core.inFlight.delete(key);
    if (aliasKey !== undefined) this.#core.aliasesInFlight.delete(aliasKey);
  }

  #assertReserved({ seen }: Facts): void {
    if (this.reservation) assertReserved(seen, this.#draft.taskId, this.reservation.holder);
  }
}
