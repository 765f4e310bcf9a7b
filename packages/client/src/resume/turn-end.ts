import { isInterrupted, isTerminal, type Task, type TaskStatus } from "@a2a/types";

/**
 * Tells when the turn that a message started is over: the task has ended, or asks something. A task that was asking already when the
 * message was sent is not over until its status is another one.
 */
export class TurnEnd {
  readonly #continues: boolean;
  /** How the task stood before; `null` once that is over. */
  #before: TaskStatus | null | undefined;
  #seen = 0;

  /** `continues`: the message goes to a task that exists. */
  constructor(continues: boolean) {
    this.#continues = continues;
  }

  /** Sets the status of the task before the message was sent, if it is known. */
  startsFrom(status: TaskStatus): void {
    this.#before = status;
  }

  /** Whether this status ends the turn. Must see every status, in order. `isNews`: the task did not have it when the turn began. */
  isOver(status: TaskStatus, isNews: boolean): boolean {
    if (isTerminal(status.state)) return true;
    if (!isInterrupted(status.state)) {
      this.#before = null;
      return false;
    }
    if (!this.#continues) return true;
    // The first snapshot of a running task is its previous state, unless it is a new event.
    if (this.#before === undefined) this.#before = isNews ? null : status;
    if (this.#before === null || !isSame(this.#before, status)) return true;
    // An agent that asks the same thing again, in the same words and without a time, is believed in the end.
    return ++this.#seen > MAX_REPEATS;
  }
}

/** Whether a status is unchanged. Its message may have moved to the history in the meantime. */
function isSame(before: TaskStatus, now: TaskStatus): boolean {
  if (before.state !== now.state) return false;
  if (before.timestamp !== undefined && now.timestamp !== undefined) return before.timestamp === now.timestamp;
  return now.message === undefined || JSON.stringify(before.message) === JSON.stringify(now.message);
}

const MAX_REPEATS = 20;

/** The state of a task as older protocol versions and people write it: `input-required`. */
export function stateName({ status }: Task): string {
  return status.state.replace("TASK_STATE_", "").toLowerCase().replace("_", "-");
}
