import type { StreamItem } from "@a2a/bridge";
import type { StreamResponse } from "@a2a/types";
import type { LogEntry, StoredTask, TaskAt } from "../engine/port/task-engine.ts";
import { UNLABELED } from "../telemetry/metrics.ts";
import type { CallContext, PerformedStream } from "./call.ts";
import type { ServerContext } from "./server-context.ts";

/** The content of a stream: the task as of some event, then everything after it. */
export interface StreamStart {
  readonly at: TaskAt;
  /** After which entry the stream ends, beside the terminal one. */
  endsAt(entry: LogEntry): boolean;
}

/** The tail of a task's log. A reader that resumes gets a gap if events between its last one and the first one shown are gone. */
export function streamTask(server: ServerContext, context: CallContext, start: StreamStart): PerformedStream {
  const { stored, gap } = start.at;
  const { id, seq } = stored;
  const leave = openStream(server, context);
  const { scope, signal, call } = context;
  const open = () => server.engine.subscribe(scope, id, { after: seq, signal });
  const batches = new TaskStream(stored, open, start.endsAt, leave);
  return { batches, size: stored.size, ...(call.lastEventId !== undefined && gap && { hasGap: true as const }) };
}

/** Counts a stream until it ends. */
function openStream({ callers, metrics }: ServerContext, { caller }: CallContext): () => void {
  const leave = callers.openStream(caller);
  if (metrics === undefined) return leave;
  metrics.record("a2a.server.active_streams", 1, UNLABELED);
  return () => {
    leave();
    metrics.record("a2a.server.active_streams", -1, UNLABELED);
  };
}

/**
 * A snapshot, then the tail. The snapshot carries the number of the last event folded into it, so the tail starts right after that;
 * taking a snapshot and then listening "from now" would lose the events in between (specification 3.5.2). Not an async
 * generator, since one that waits cannot return before the next event.
 */
class TaskStream implements AsyncIterableIterator<readonly StreamItem[], undefined> {
  /** Dropped when it was shown: the stream may stay open for hours. */
  #stored: StoredTask | undefined;
  readonly #open: () => AsyncIterable<readonly LogEntry[]>;
  readonly #endsAt: (entry: LogEntry) => boolean;
  readonly #leave: () => void;
  #tail: AsyncIterator<readonly LogEntry[]> | undefined;
  #isOver = false;
  readonly #show = (read: IteratorResult<readonly LogEntry[], undefined>) => this.#shown(read);
  readonly #fail = async (error: unknown): Promise<never> => {
    await this.#end();
    throw error;
  };

  constructor(
    stored: StoredTask,
    open: () => AsyncIterable<readonly LogEntry[]>,
    endsAt: (entry: LogEntry) => boolean,
    leave: () => void,
  ) {
    this.#stored = stored;
    this.#open = open;
    this.#endsAt = endsAt;
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Shown> {
    if (this.#isOver) return Promise.resolve(DONE);
    this.#tail ??= this.#open()[Symbol.asyncIterator]();
    const stored = this.#stored;
    this.#stored = undefined;
    if (stored) return Promise.resolve({ done: false, value: [snapshot(stored)] });
    return this.#tail.next().then(this.#show, this.#fail);
  }

  async return(): Promise<Shown> {
    await this.#end();
    return DONE;
  }

  #shown({ done, value: batch }: IteratorResult<readonly LogEntry[], undefined>): Shown | Promise<Shown> {
    if (done) return this.#end().then(() => DONE);
    const items: StreamItem[] = [];
    for (const entry of batch) {
      // Received messages are the only log entries that are not stream events; skip them.
      if (entry.isShown) items.push(entry as StreamItem);
      if (this.#endsAt(entry)) return this.#end().then(() => ({ done: false, value: items }));
    }
    return { done: false, value: items };
  }

  async #end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    await this.#tail?.return?.();
  }
}

type Shown = IteratorResult<readonly StreamItem[], undefined>;

const DONE: Shown = { done: true, value: undefined };

function snapshot(stored: StoredTask): StreamItem {
  return {
    seq: stored.seq,
    json: `{"task":${stored.json}}`,
    get event(): StreamResponse {
      return { task: stored.task };
    },
  };
}
