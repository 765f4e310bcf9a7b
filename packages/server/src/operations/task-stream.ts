import type { StreamItem } from "@a2a/bridge";
import type { StreamResponse, Task } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import type { LogEntry, StoredTask } from "../engine/task-engine.ts";
import { asSeen } from "./task-output.ts";

/** What a stream shows: the task as of some event, then everything after it. */
export interface StreamStart {
  readonly stored: StoredTask;
  /** After which entry the stream ends, beside the terminal one. */
  endsAt(entry: LogEntry): boolean;
}

/**
 * The tail of a task's log as a stream. The snapshot carries the number of the last event folded into it, so the tail starts right
 * after that; taking a snapshot and then listening "from now" would lose whatever happened in between (specification 3.5.2).
 */
export async function* taskStream(
  server: ServerContext,
  context: CallContext,
  { stored, endsAt }: StreamStart,
): AsyncGenerator<StreamItem, void, void> {
  const alias = context.reply.codec.clientTaskIds ? stored.alias : undefined;
  yield {
    id: stored.seq,
    json: `{"task":${stored.json}}`,
    get event(): StreamResponse {
      return { task: asSeen(context, stored) satisfies Task };
    },
  };
  const batches = server.engine.subscribe(context.scope, stored.id, { after: stored.seq, signal: context.signal });
  for await (const batch of batches) {
    for (const entry of batch) {
      const item = itemOf(entry, alias);
      if (item) yield item;
      if (endsAt(entry)) return;
    }
  }
}

/** An entry as an item; the user's own messages are in the log but not on the wire. */
function itemOf(entry: LogEntry, alias: string | undefined): StreamItem | undefined {
  if (entry.json.startsWith('{"received"')) return undefined;
  return {
    id: entry.seq,
    json: entry.json,
    get event(): StreamResponse {
      const event = entry.event as StreamResponse; // not a received one, as just seen
      return alias === undefined ? event : renamed(event, alias);
    },
  };
}

function renamed(event: StreamResponse, taskId: string): StreamResponse {
  if ("statusUpdate" in event) return { statusUpdate: { ...event.statusUpdate, taskId } };
  if ("artifactUpdate" in event) return { artifactUpdate: { ...event.artifactUpdate, taskId } };
  return event;
}
