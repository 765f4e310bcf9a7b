import type { StreamItem } from "@a2a/bridge";
import { flatMap } from "@a2a/bridge/internal/streams";
import type { FollowedEvent } from "@a2a/client";
import type { PerformedStream } from "@a2a/server/backend-kit";
import type { StreamResponse } from "@a2a/types";
import type { LinkOptions, LinkStream } from "../agents/link-types.ts";
import type { Relay, RelayedCall } from "./relay-context.ts";

/** Opens the stream of an agent. */
export type OpenStream = (options: Pick<LinkOptions, "signal" | "lastEventId" | "onEventId">) => Promise<LinkStream>;

/** A stream of an agent on its way to a caller. */
export interface RelayedStream extends PerformedStream {
  /** Its first event; absent where it ended at once. */
  readonly first: StreamResponse | undefined;
  /** Leaves it, if it is not shown. */
  close(): Promise<unknown>;
}

/**
 * The stream of an agent, read as fast as its caller reads. Events keep the numbers that the agent gave them, so that a caller can
 * resume after the last one that it saw, also through another gateway. Rejects when the agent refuses to stream.
 */
export async function relayStream(
  { callers }: Relay,
  { call: { lastEventId }, caller, signal, show }: RelayedCall,
  open: OpenStream,
): Promise<RelayedStream> {
  const leave = callers.openStream(caller);
  const stop = new AbortController();
  let eventId: string | undefined;
  let stream: LinkStream;
  try {
    stream = await open({
      signal: AbortSignal.any([signal, stop.signal]),
      ...(lastEventId !== undefined && { lastEventId: String(lastEventId) }),
      onEventId: (id) => {
        eventId = id;
      },
    });
  } catch (error) {
    leave();
    throw error;
  }
  const { rest, judged, leave: leaveAgent } = stream;
  const items = (event: FollowedEvent): StreamItem[] => {
    // After a gap the current task follows, and replaces what the caller has.
    if ("gap" in event) return [];
    const id = eventId;
    eventId = undefined;
    return [{ event: show(event), ...(id !== undefined && /^\d{1,15}$/.test(id) && { seq: Number(id) }) }];
  };
  const first = stream.first && "gap" in stream.first ? undefined : stream.first;
  const begun = stream.first && items(stream.first);
  const batches = flatMap<FollowedEvent, readonly StreamItem[]>(
    rest,
    (event, out) => {
      const shown = items(event);
      if (shown.length > 0) out.push(shown);
      return true;
    },
    {
      ...(begun && begun.length > 0 && { ready: [begun] }),
      onError: (error) => judged(error),
      onClose() {
        leave();
        leaveAgent();
        // A stream that waits for its next event ends by its signal only.
        stop.abort(new DOMException("the caller left", "AbortError"));
      },
    },
  );
  return { first, batches, close: () => batches.return?.() ?? Promise.resolve() };
}
