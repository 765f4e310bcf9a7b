import { A2AError, isTerminal } from "@a2a/types";
import { offAbort, onAbort } from "../../util/abortable.ts";
import type { ListNode } from "../../util/linked-list.ts";
import type { MaybePromise } from "../../util/maybe-promise.ts";
import type { EngineState } from "../live/engine-state.ts";
import type { LiveTask } from "../live/live-task.ts";
import type { Reader } from "../live/published.ts";
import type { LogEntry, Scope, SubscribeOptions } from "../port/task-engine.ts";

const BATCH = 256;

/** A reader of one log: a cursor that waits at the end of the log. Not a generator, because a waiting generator cannot be stopped. */
export class Subscription implements AsyncIterableIterator<readonly LogEntry[]>, Reader {
  readonly #state: EngineState;
  readonly #scope: Scope;
  readonly #id: string;
  readonly #signal: AbortSignal | undefined;
  #cursor: number;
  /** Set from the first read to the end. */
  #task: LiveTask | undefined;
  #abort: ListNode<() => void> | undefined;
  /** The reader that waits for the next entries. */
  #waiting: { resolve(read: Read): void; reject(error: unknown): void } | undefined;
  #isReading = false;
  #hasEnded = false;

  constructor(state: EngineState, scope: Scope, id: string, { after = 0, signal }: SubscribeOptions) {
    this.#state = state;
    this.#scope = scope;
    this.#id = id;
    this.#cursor = after;
    this.#signal = signal;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Read> {
    try {
      const opening = this.#task || this.#hasEnded ? undefined : this.#open();
      if (opening) return opening.then(() => this.next());
      const read = this.#read();
      if (read && !(read instanceof Promise)) return Promise.resolve(read);
      return new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
        if (read) this.#await(read);
      });
    } catch (error) {
      this.#end();
      return Promise.reject(error);
    }
  }

  return(): Promise<Read> {
    this.#end();
    return Promise.resolve(END);
  }

  /** The task has changed, or the log has ended. */
  wake(): void {
    if (!this.#waiting || this.#isReading) return;
    try {
      const read = this.#read();
      if (read instanceof Promise) this.#await(read);
      else if (read) this.#resolve(read);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Looks up the task, and follows it; at once unless it has to be read from a shared storage. */
  #open(): Promise<void> | undefined {
    const finding = this.#state.tasks.get(this.#scope, this.#id);
    if (!(finding instanceof Promise)) return this.#opened(finding);
    return finding.then((task) => this.#opened(task));
  }

  #opened(task: LiveTask): undefined {
    if (this.#hasEnded) return;
    if (this.#signal?.aborted) {
      this.#hasEnded = true;
      return;
    }
    this.#task = task;
    task.follow(this);
    if (this.#signal) this.#abort = onAbort(this.#signal, () => this.#end());
  }

  /** Entries are being read from the store. */
  #await(reading: Promise<Read>): void {
    this.#isReading = true;
    reading.then(
      (read) => {
        this.#isReading = false;
        this.#resolve(read);
      },
      (error: unknown) => {
        this.#isReading = false;
        this.#fail(error);
      },
    );
  }

  #resolve(read: Read): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(read);
  }

  #fail(error: unknown): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#end();
    waiting?.reject(error);
  }

  /** The next entries or the end; `undefined` if neither is available yet. */
  #read(): MaybePromise<Read> | undefined {
    const task = this.#task;
    if (!task || this.#hasEnded) return END;
    if (task.isRemoved || this.#state.phase === "closed") return this.#finished();
    const { seq, state } = task.shown;
    if (seq <= this.#cursor) return isTerminal(state) ? this.#finished() : undefined;
    const batch = task.entries(this.#cursor, BATCH);
    return batch instanceof Promise ? batch.then((entries) => this.#advance(entries)) : this.#advance(batch);
  }

  #advance(batch: readonly LogEntry[]): Read {
    if (this.#hasEnded) return END;
    const last = batch.at(-1);
    if (!last || batch[0]?.seq !== this.#cursor + 1) throw trimmed(this.#id, this.#cursor);
    this.#cursor = last.seq;
    return { done: false, value: batch };
  }

  #finished(): Read {
    this.#end();
    return END;
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const task = this.#task;
    this.#task = undefined;
    if (this.#signal && this.#abort) offAbort(this.#signal, this.#abort);
    this.#abort = undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(END);
    task?.leave(this);
  }
}

type Read = IteratorResult<readonly LogEntry[], undefined>;

const END: Read = { done: true, value: undefined };

function trimmed(taskId: string, after: number): A2AError {
  return new A2AError("UNSUPPORTED_OPERATION", `the events of task ${taskId} after ${after} are no longer kept`, {
    metadata: { taskId },
  });
}
