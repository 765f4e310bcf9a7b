import { isInterrupted, isTerminal, type Task, type TaskStatus } from "@a2a/types";

/**
 * Tells when the turn that a message started is over: the task has ended, or asks something. A task that was asking already when the
 * message was sent is not over until its status is another one.
 */
export class TurnEnd {
  readonly #continues: boolean;
  #before: string | undefined;
  #seen = 0;

  /** `continues`: the message goes to a task that exists. */
  constructor(continues: boolean) {
    this.#continues = continues;
  }

  /** Told how the task stood before the message was sent, where that is known. */
  startsFrom(status: TaskStatus): void {
    this.#before = JSON.stringify(status);
  }

  /** Whether this status is the end of the turn. Told of every status, in order; `isNews`: it was not so when the turn began. */
  isOver(status: TaskStatus, isNews: boolean): boolean {
    if (isTerminal(status.state)) return true;
    if (!isInterrupted(status.state)) {
      this.#before = "";
      return false;
    }
    if (!this.#continues) return true;
    const now = JSON.stringify(status);
    // What is first seen of a task that goes on is how it stood before, unless it comes as news.
    this.#before ??= isNews ? "" : now;
    if (now !== this.#before) return true;
    // An agent that asks the same thing again, in the same words and without a time, is believed in the end.
    return ++this.#seen > PATIENCE;
  }
}

const PATIENCE = 20;

/** The state of a task as older generations and people write it: `input-required`. */
export function stateName({ status }: Task): string {
  return status.state.replace("TASK_STATE_", "").toLowerCase().replace("_", "-");
}
