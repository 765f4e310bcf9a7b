import { A2AError, isTerminal, taskNotFound } from "@a2a/types";
import { offAbort, onAbort } from "../../util/abortable.ts";
import type { ListNode } from "../../util/linked-list.ts";
import { closed } from "../port/refusals.ts";
import type { LogEntry, Scope, SubscribeOptions } from "../port/task-engine.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { EngineCore } from "./engine-core.ts";
import type { TaskHead } from "./rules/task-row.ts";
import { type Answer, whenAnswered } from "./task-store.ts";

const BATCH = 256;

/** A reader of one log: a cursor that waits at the end of the log. Not a generator: a waiting generator cannot be told to return. */
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
  /** Whether the store is being asked, and whether the task changed meanwhile. */
  #reading = false;
  #changed = false;
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
      const read = this.#state === "new" ? whenAnswered(this.#open(), () => this.#read()) : this.#read();
      if (read !== undefined && !(read instanceof Promise)) return Promise.resolve(read);
      return new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
        if (read) this.#deliverLater(read);
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

  #open(): Answer<void> {
    return whenAnswered(this.#core.own(this.#scope, this.#id), (row) => {
      if (!row) throw taskNotFound(this.#id);
      if (this.#state === "ended") return;
      this.#state = "open";
      this.#unwatch = this.#core.watchers.watch(this.#id, () => this.#wake());
      if (this.#signal) this.#abort = onAbort(this.#signal, () => this.#end());
      if (this.#signal?.aborted) this.#end();
    });
  }

  /** The task changed, or the subscription ended. */
  #wake(): void {
    if (this.#reading) {
      this.#changed = true;
      return;
    }
    const waiting = this.#waiting;
    if (!waiting) return;
    try {
      const read = this.#read();
      if (read instanceof Promise) this.#deliverLater(read);
      else this.#deliver(read);
    } catch (error) {
      this.#fail(error);
    }
  }

  #deliverLater(read: Promise<Read | undefined>): void {
    this.#reading = true;
    read.then(
      (value) => {
        this.#reading = false;
        this.#deliver(value);
        if (!this.#changed) return;
        this.#changed = false;
        this.#wake();
      },
      (error: unknown) => {
        this.#reading = false;
        // A read that was on its way when the engine was closed ends the subscription like any other.
        if (this.#core.phase === "closed" && this.#state === "open") this.#end();
        else this.#fail(error);
      },
    );
  }

  #deliver(read: Read | undefined): void {
    const waiting = this.#waiting;
    if (!read || !waiting) return;
    this.#waiting = undefined;
    waiting.resolve(read);
  }

  #fail(error: unknown): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#end();
    waiting?.reject(error);
  }

  /** The next entries or the end; `undefined` while there is neither. */
  #read(): Answer<Read | undefined> {
    if (this.#state === "ended") return END;
    if (this.#core.phase === "closed") {
      if (this.#state === "new") throw closed();
      return this.#finished();
    }
    return whenAnswered(this.#core.store.find(this.#id), (row) => {
      if (this.#state === "ended" || !row) return this.#finished();
      if (row.seq <= this.#cursor) return isTerminal(row.state) ? this.#finished() : undefined;
      return whenAnswered(this.#core.store.entries(row, this.#cursor, BATCH), (batch) => this.#advance(row, batch));
    });
  }

  #advance({ id }: TaskHead, batch: readonly TextEntry[]): Read {
    const last = batch.at(-1);
    if (!last || batch[0]?.seq !== this.#cursor + 1) throw trimmed(id, this.#cursor);
    this.#cursor = last.seq;
    return { done: false, value: batch };
  }

  #finished(): Read {
    this.#end();
    return END;
  }

  #end(): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    this.#unwatch?.();
    if (this.#signal && this.#abort) offAbort(this.#signal, this.#abort);
    this.#abort = undefined;
    this.#deliver(END);
  }
}

type Read = IteratorResult<readonly LogEntry[], undefined>;

const END: Read = { done: true, value: undefined };

function trimmed(taskId: string, after: number): A2AError {
  return new A2AError("UNSUPPORTED_OPERATION", `the events of task ${taskId} after ${after} are no longer kept`, {
    metadata: { taskId },
  });
}
