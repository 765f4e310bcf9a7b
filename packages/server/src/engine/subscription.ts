import { A2AError, isTerminal } from "@a2a/types";
import type { ListNode } from "../collections/linked-list.ts";
import { offAbort, onAbort } from "../scheduling/abortable.ts";
import type { EngineCore } from "./engine-core.ts";
import { closed, taskNotFound } from "./port/refusals.ts";
import type { LogEntry, Scope, SubscribeOptions } from "./port/task-engine.ts";

const BATCH = 256;

/**
 * A reader of one log: a cursor, and a bell it waits for at the end of the log. Not an async generator, since one that waits
 * cannot be told to return before the next event.
 */
export class Subscription implements AsyncIterableIterator<readonly LogEntry[]> {
  readonly #core: EngineCore;
  readonly #scope: Scope;
  readonly #id: string;
  readonly #signal: AbortSignal | undefined;
  #cursor: number;
  #unwatch: (() => void) | undefined;
  #abort: ListNode<() => void> | undefined;
  /** Whoever waits for the next entries. */
  #waiting: { resolve(read: Read): void; reject(error: unknown): void } | undefined;
  #state: "new" | "open" | "ended" = "new";

  constructor(core: EngineCore, scope: Scope, id: string, { after = 0, signal }: SubscribeOptions) {
    this.#core = core;
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
      if (this.#state === "new") this.#open();
      const read = this.#take();
      if (read) return Promise.resolve(read);
      return new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
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

  #open(): void {
    if (this.#core.phase === "closed") throw closed();
    if (!this.#core.store.read(() => this.#core.own(this.#scope, this.#id))) throw taskNotFound(this.#id);
    this.#state = "open";
    this.#unwatch = this.#core.watchers.watch(this.#id, () => this.#wake());
    if (this.#signal) this.#abort = onAbort(this.#signal, () => this.#end());
    if (this.#signal?.aborted) this.#end();
  }

  #wake(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    try {
      const read = this.#take();
      if (!read) return;
      this.#waiting = undefined;
      waiting.resolve(read);
    } catch (error) {
      this.#waiting = undefined;
      this.#end();
      waiting.reject(error);
    }
  }

  /** The next entries or the end; `undefined` while there is neither. */
  #take(): Read | undefined {
    const batch = this.#state === "open" ? this.#read() : undefined;
    if (batch) return { done: false, value: batch };
    return this.#state === "ended" ? END : undefined;
  }

  /** What there is after the cursor; ends the subscription when nothing will come any more. */
  #read(): readonly LogEntry[] | undefined {
    const { store } = this.#core;
    if (this.#core.phase === "closed") return this.#end();
    return store.read(() => {
      const row = store.find(this.#id);
      if (!row) return this.#end();
      if (row.seq <= this.#cursor) return isTerminal(row.state) ? this.#end() : undefined;
      const batch = store.entries(row, this.#cursor, BATCH);
      const last = batch.at(-1);
      if (!last || batch[0]?.seq !== this.#cursor + 1) throw trimmed(this.#id, this.#cursor);
      this.#cursor = last.seq;
      return batch;
    });
  }

  #end(): undefined {
    this.#state = "ended";
    this.#unwatch?.();
    if (this.#signal && this.#abort) offAbort(this.#signal, this.#abort);
    this.#abort = undefined;
    this.#wake();
  }
}

type Read = IteratorResult<readonly LogEntry[], undefined>;

const END: Read = { done: true, value: undefined };

function trimmed(taskId: string, after: number): A2AError {
  return new A2AError("UNSUPPORTED_OPERATION", `the events of task ${taskId} after ${after} are no longer kept`, {
    metadata: { taskId },
  });
}
