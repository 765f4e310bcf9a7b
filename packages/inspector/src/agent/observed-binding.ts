import type { ClientBinding } from "@a2a/client/core";
import type { StreamResponse } from "@a2a/types";

/** What can be seen of the connections below a stream; the client itself shows one stream, however often it reconnects. */
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
        async *stream(operation, input, callOptions) {
          observer.opened(callOptions?.lastEventId);
          try {
            for await (const received of transport.stream(operation, input, callOptions)) {
              observer.received(received.event, received.id);
              yield received;
            }
          } catch (error) {
            if (callOptions?.signal?.aborted !== true) observer.lost(error);
            throw error;
          }
        },
      };
    },
  };
}
