import { flatMap } from "@a2a/bridge/internal/streams";
import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import type { ClientBinding } from "@a2a/client/core";
import type { StreamResponse } from "@a2a/types";

/** The connections below a stream. The client itself shows one stream across all reconnects. */
export interface StreamObserver {
  /** A connection is opened, to resume after an event if one was seen. */
  opened(lastEventId: string | undefined): void;
  /** An event arrived, with its number in the log where the agent tells it. */
  received(event: StreamResponse, id: string | undefined): void;
  /** The connection broke. */
  lost(error: unknown): void;
}

/** The same binding, with its streams observed. */
export function observedBinding(binding: ClientBinding, observer: StreamObserver): ClientBinding {
  return {
    ...binding,
    open(endpoint, options) {
      const transport = binding.open(endpoint, options);
      return {
        ...transport,
        async stream(operation, input, callOptions) {
          const lost = (error: unknown) => {
            if (callOptions?.signal?.aborted !== true) observer.lost(error);
          };
          observer.opened(callOptions?.lastEventId);
          try {
            const { first, rest } = await transport.stream(operation, input, callOptions);
            if (first) observer.received(first.event, first.id);
            return { first, rest: observed(rest, observer, lost) };
          } catch (error) {
            lost(error);
            throw error;
          }
        },
      };
    },
  };
}

function observed(
  events: AsyncIterable<ReceivedEvent>,
  observer: StreamObserver,
  onError: (error: unknown) => void,
): AsyncIterableIterator<ReceivedEvent, undefined> {
  const see = (received: ReceivedEvent, out: ReceivedEvent[]) => {
    observer.received(received.event, received.id);
    return out.push(received) > 0;
  };
  return flatMap(events, see, {
    onError(error) {
      onError(error);
      return error;
    },
  });
}
