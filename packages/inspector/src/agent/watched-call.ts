import type { StreamNotice } from "../protocol/journal.ts";

/** A stream or send that is under way, and how its connections fare. */
export class WatchedCall {
  readonly number: number;
  readonly #notify: (notice: Pick<StreamNotice, "phase" | "lastEventId" | "error">) => void;
  taskId: string | undefined;
  #hasEvents = false;
  #isLost = false;
  #resumesAfter: string | undefined;

  constructor(number: number, taskId: string | undefined, notify: (call: WatchedCall, notice: Notice) => void) {
    this.number = number;
    this.taskId = taskId;
    this.#notify = (notice) => notify(this, notice);
  }

  opened(lastEventId: string | undefined): void {
    if (!this.#hasEvents) return;
    // A connection that was closed without an error, before the task was done.
    this.lost("the stream ended before the task was done");
    this.#resumesAfter = lastEventId;
  }

  /** The first event that is seen again proves that the agent resumes where the stream broke off. */
  received(id: string | undefined): void {
    this.#hasEvents = true;
    if (!this.#isLost || id === undefined || id !== this.#resumesAfter) return;
    this.#isLost = false;
    this.#notify({ phase: "resumed", lastEventId: id });
  }

  /** Reported once, even if several attempts to reconnect fail. */
  lost(error: string): void {
    if (this.#isLost || !this.#hasEvents) return;
    this.#isLost = true;
    this.#notify({ phase: "lost", error });
  }

  /** The agent could not resume where the stream broke off. */
  gap(lastEventId: string | undefined): void {
    this.#isLost = false;
    this.#notify({ phase: "gap", ...(lastEventId !== undefined && { lastEventId }) });
  }

  ended(): void {
    this.#notify({ phase: "ended" });
  }

  failed(error: string): void {
    this.#notify({ phase: "failed", error });
  }
}

type Notice = Pick<StreamNotice, "phase" | "lastEventId" | "error">;
