import type { StreamItem } from "@a2a/bridge";
import type { LogEntry, StoredTask, TaskAt } from "../engine/port/task-engine.ts";
import { UNLABELED } from "../telemetry/metrics.ts";
import type { CallContext, PerformedStream } from "./call.ts";
import type { ServerContext } from "./server-context.ts";

/** Whether a stream ends after an entry. Every stream ends after the last one of the log. */
export type EndsAt = (entry: LogEntry) => boolean;

/**
 * A task as of some event, then the tail of its log. The snapshot carries the number of the last event folded into it, so the tail
 * starts right after that; taking a snapshot and then listening "from now" would lose the events in between (specification 3.5.2).
 * A reader that resumes gets a gap if events between its last one and the first one shown are gone.
 */
export function streamTask(
  server: ServerContext,
  context: CallContext,
  { stored, gap }: TaskAt,
  endsAt: EndsAt,
): PerformedStream {
  const leave = openStream(server, context);
  const { scope, signal, call } = context;
  const tail = server.engine.subscribe(scope, stored.id, { after: stored.seq, signal });
  const batches = new TaskStream(() => [snapshot(stored)], tail[Symbol.asyncIterator](), endsAt, leave);
  return { batches, size: stored.size, ...(call.lastEventId !== undefined && gap && { hasGap: true as const }) };
}

/** The whole log of a new task. */
export async function streamLog(
  server: ServerContext,
  context: CallContext,
  taskId: string,
  endsAt: EndsAt,
): Promise<PerformedStream> {
  const leave = openStream(server, context);
  try {
    const log = server.engine.subscribe(context.scope, taskId, { signal: context.signal })[Symbol.asyncIterator]();
    const { value: first = [] } = await log.next();
    return { batches: new TaskStream(() => first, log, endsAt, leave), size: first[0]?.json.length ?? 0 };
  } catch (error) {
    leave();
    throw error;
  }
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

/** The first entries, then the tail. Not an async generator, since one that waits cannot return before the next event. */
class TaskStream implements AsyncIterableIterator<readonly StreamItem[], undefined> {
  /** Made when they are asked for, since a snapshot may be large, and dropped then: the stream may stay open for hours. */
  #first: (() => readonly LogEntry[]) | undefined;
  readonly #tail: AsyncIterator<readonly LogEntry[]>;
  readonly #endsAt: EndsAt;
  readonly #leave: () => void;
  #isOver = false;
  readonly #show = ({ done, value }: IteratorResult<readonly LogEntry[], undefined>) =>
    done ? this.return() : this.#shown(value);
  readonly #fail = async (error: unknown): Promise<never> => {
    await this.return();
    throw error;
  };

  constructor(
    first: () => readonly LogEntry[],
    tail: AsyncIterator<readonly LogEntry[]>,
    endsAt: EndsAt,
    leave: () => void,
  ) {
    this.#first = first;
    this.#tail = tail;
    this.#endsAt = endsAt;
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Shown> {
    if (this.#isOver) return Promise.resolve(DONE);
    const first = this.#first;
    this.#first = undefined;
    return first ? Promise.resolve(this.#shown(first())) : this.#tail.next().then(this.#show, this.#fail);
  }

  async return(): Promise<Shown> {
    if (this.#isOver) return DONE;
    this.#isOver = true;
    this.#leave();
    await this.#tail.return?.();
    return DONE;
  }

  #shown(batch: readonly LogEntry[]): Shown | Promise<Shown> {
    const items: StreamItem[] = [];
    for (const entry of batch) {
      // Received messages are the only log entries that are not stream events; skip them.
      if (entry.isShown) items.push(entry as StreamItem);
      if (this.#endsAt(entry)) return this.return().then(() => ({ done: false, value: items }));
    }
    return { done: false, value: items };
  }
}

type Shown = IteratorResult<readonly StreamItem[], undefined>;

const DONE: Shown = { done: true, value: undefined };

function snapshot(stored: StoredTask): LogEntry {
  const { seq, generation, json } = stored;
  return {
    seq,
    generation,
    json: `{"task":${json}}`,
    answered: undefined,
    isShown: true,
    get event() {
      return { task: stored.task };
    },
  };
}
