import { A2AError, isTerminal } from "@a2a/types";
import type { EngineCore } from "./engine-core.ts";
import { closed, taskNotFound } from "./refusals.ts";
import type { LogEntry, Scope, SubscribeOptions } from "./task-engine.ts";

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
  #wake: (() => void) | undefined;
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

  async next(): Promise<IteratorResult<readonly LogEntry[], undefined>> {
    try {
      if (this.#state === "new") this.#open();
      while (this.#state === "open") {
        const batch = this.#read();
        if (batch) return { done: false, value: batch };
        if (this.#state === "open") await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } catch (error) {
      this.#end();
      throw error;
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<readonly LogEntry[], undefined>> {
    this.#end();
    return { done: true, value: undefined };
  }

  #open(): void {
    if (this.#core.phase === "closed") throw closed();
    if (!this.#core.store.read(() => this.#core.own(this.#scope, this.#id))) throw taskNotFound(this.#id);
    this.#state = "open";
    this.#unwatch = this.#core.watchers.watch(this.#id, () => this.#wake?.());
    this.#signal?.addEventListener("abort", this.#onAbort);
    if (this.#signal?.aborted) this.#end();
  }

  /** What there is after the cursor; ends the subscription when nothing will come any more. */
  #read(): readonly LogEntry[] | undefined {
    const { store } = this.#core;
    if (this.#core.phase === "closed") return this.#end();
    return store.read(() => {
      const row = store.find(this.#id);
      if (!row) return this.#end();
      const batch = store.entries(row, this.#cursor, BATCH);
      const [first] = batch;
      const last = batch.at(-1);
      if (first && last) {
        if (first.seq !== this.#cursor + 1) throw trimmed(this.#id, this.#cursor);
        this.#cursor = last.seq;
        return batch;
      }
      if (row.seq > this.#cursor) throw trimmed(this.#id, this.#cursor);
      return isTerminal(row.state) ? this.#end() : undefined;
    });
  }

  #end(): undefined {
    this.#state = "ended";
    this.#unwatch?.();
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#wake?.();
  }

  readonly #onAbort = (): void => this.#end();
}

function trimmed(taskId: string, after: number): A2AError {
  return new A2AError("UNSUPPORTED_OPERATION", `the events of task ${taskId} after ${after} are no longer kept`, {
    metadata: { taskId },
  });
}
