import { type Answer, type DirectIterator, directIterator, type StreamItem, type Use } from "@a2a/bridge";
import type { StreamResponse } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import type { LogEntry, StoredTask, TaskAt } from "../engine/port/task-engine.ts";
import { asSeen } from "./task-output.ts";

/** What a stream shows: the task as of some event, then everything after it. */
export interface StreamStart {
  readonly at: TaskAt;
  /** After which entry the stream ends, beside the terminal one. */
  endsAt(entry: LogEntry): boolean;
}

/** The tail of a task's log as an answer. A reader that wanted to go on where it stopped is told when there is a gap. */
export function streamTask(server: ServerContext, context: CallContext, { at, endsAt }: StreamStart): Answer {
  const leave = server.callers.openStream(context.caller);
  const answer = context.reply.stream(context.call, follow(server, context, at.stored, endsAt, leave));
  const gap = context.lastEventId !== undefined && at.gap;
  return gap ? { ...answer, headers: { ...answer.headers, "A2A-Replay": "gap" } } : answer;
}

/**
 * The snapshot carries the number of the last event folded into it, so the tail starts right after that; taking a snapshot and then
 * listening "from now" would lose whatever happened in between (specification 3.5.2).
 */
function follow(
  server: ServerContext,
  context: CallContext,
  stored: StoredTask,
  endsAt: (entry: LogEntry) => boolean,
  leave: () => void,
): DirectIterator<readonly StreamItem[]> {
  const { engine } = server;
  const { scope, signal } = context;
  const alias = context.reply.codec.clientTaskIds ? stored.alias : undefined;
  let tail: AsyncIterator<readonly LogEntry[]> | undefined;
  let isOver = false;
  const end = async (): Promise<Shown> => {
    if (isOver) return DONE;
    isOver = true;
    leave();
    await tail?.return?.();
    return DONE;
  };
  const show = ({ done, value: batch }: IteratorResult<readonly LogEntry[], undefined>): Shown | Promise<Shown> => {
    if (done) return end();
    const items: StreamItem[] = [];
    for (const entry of batch) {
      // Only a received message is no event of a stream, and that is not shown.
      if (entry.isShown) items.push(alias === undefined ? (entry as StreamItem) : renamed(entry, alias));
      if (endsAt(entry)) return end().then(() => ({ done: false, value: items }));
    }
    return { done: false, value: items };
  };
  return directIterator(<R>(use: Use<readonly StreamItem[], R>, fail: (error: unknown) => R) => {
    const broken = (error: unknown) => end().then(() => fail(error));
    const take = (batch: IteratorResult<readonly LogEntry[], undefined>): R | Promise<R> => {
      let shown: Shown | Promise<Shown>;
      try {
        shown = show(batch);
      } catch (error) {
        return broken(error);
      }
      return "then" in shown ? shown.then(use) : use(shown);
    };
    return (): Promise<R> => {
      if (isOver) return Promise.resolve(DONE).then(use);
      if (tail) return tail.next().then(take, broken);
      tail = engine.subscribe(scope, stored.id, { after: stored.seq, signal })[Symbol.asyncIterator]();
      return Promise.resolve<Shown>({ done: false, value: [snapshot(context, stored)] }).then(use);
    };
  }, end);
}

type Shown = IteratorResult<readonly StreamItem[], undefined>;

const DONE: Shown = { done: true, value: undefined };

function snapshot(context: CallContext, stored: StoredTask): StreamItem {
  return {
    seq: stored.seq,
    json: `{"task":${stored.json}}`,
    get event(): StreamResponse {
      return { task: asSeen(context, stored) };
    },
  };
}

/** An entry that is shown, for a caller that knows the task by another id. */
function renamed({ seq, event }: LogEntry, taskId: string): StreamItem {
  if ("statusUpdate" in event) return { seq, event: { statusUpdate: { ...event.statusUpdate, taskId } } };
  if ("artifactUpdate" in event) return { seq, event: { artifactUpdate: { ...event.artifactUpdate, taskId } } };
  return { seq, event: event as StreamResponse };
}
