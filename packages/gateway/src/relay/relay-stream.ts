import type { StreamItem } from "@a2a/bridge";
import type { FollowedEvent, FollowOptions } from "@a2a/client";
import type { PerformedStream } from "@a2a/server/backend-kit";
import type { StreamResponse } from "@a2a/types";
import type { AgentStream } from "../agents/agent-stream.ts";
import type { Relay, RelayedCall } from "./relay-context.ts";

/** Opens the stream of an agent. */
export type OpenStream = (options: Pick<FollowOptions, "signal" | "lastEventId" | "onEventId">) => AgentStream;

/**
 * The stream of an agent, read as fast as its caller reads. Events keep the numbers that the agent gave them, so that a caller can go
 * on after the last one that it saw, also through another gateway. Rejects when the agent refuses to stream.
 */
export async function relayStream(
  { callers }: Relay,
  { call: { lastEventId }, caller, signal }: RelayedCall,
  open: OpenStream,
  onEvent: (event: StreamResponse) => void | Promise<void> = () => undefined,
): Promise<PerformedStream> {
  const leave = callers.openStream(caller);
  const batches = new RelayedStream(open, { lastEventId, signal, leave, onEvent });
  try {
    await batches.begin();
  } catch (error) {
    await batches.return();
    throw error;
  }
  return { batches };
}

interface StreamParts {
  readonly lastEventId: number | undefined;
  readonly signal: AbortSignal;
  readonly leave: () => void;
  readonly onEvent: (event: StreamResponse) => void | Promise<void>;
}

type Shown = IteratorResult<readonly StreamItem[], undefined>;
const DONE: Shown = { done: true, value: undefined };

/** Not an async generator: one that waits for its next event cannot return before it comes. */
class RelayedStream implements AsyncIterableIterator<readonly StreamItem[], undefined> {
  readonly #events: AgentStream;
  readonly #stop = new AbortController();
  readonly #parts: StreamParts;
  readonly #forward = () => this.#stop.abort(this.#parts.signal.reason);
  readonly #show = (read: IteratorResult<FollowedEvent, void>) => this.#shown(read);
  readonly #fail = (error: unknown) => this.#failed(error);
  #eventId: string | undefined;
  #first: Promise<Shown> | undefined;
  #written: StreamResponse | undefined;
  #isOver = false;

  constructor(open: OpenStream, parts: StreamParts) {
    this.#parts = parts;
    const { signal, lastEventId } = parts;
    if (signal.aborted) this.#forward();
    else signal.addEventListener("abort", this.#forward, { once: true });
    this.#events = open({
      signal: this.#stop.signal,
      ...(lastEventId !== undefined && { lastEventId: String(lastEventId) }),
      onEventId: (id) => {
        this.#eventId = id;
      },
    });
  }

  /** Waits for the first event, which is the first that `next` returns. */
  async begin(): Promise<void> {
    this.#first = this.#read();
    await this.#first;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Shown> {
    const first = this.#first;
    this.#first = undefined;
    if (first) return first;
    // A reader that asks for the next event has written the last one.
    if (this.#written) dropContent(this.#written);
    this.#written = undefined;
    return this.#read();
  }

  async return(): Promise<Shown> {
    this.#end();
    return DONE;
  }

  #read(): Promise<Shown> {
    if (this.#isOver) return Promise.resolve(DONE);
    return this.#events.next().then(this.#show).catch(this.#fail);
  }

  #shown({ done, value }: IteratorResult<FollowedEvent, void>): Shown | Promise<Shown> {
    if (done || this.#isOver) {
      this.#end();
      return DONE;
    }
    // A gap: the current task follows, and replaces what the caller has.
    if ("gap" in value) return this.#read();
    const taking = this.#parts.onEvent(value);
    return taking ? taking.then(() => this.#item(value)) : this.#item(value);
  }

  #failed(error: unknown): Shown {
    const isOver = this.#isOver;
    this.#end();
    if (isOver) return DONE;
    throw error;
  }

  #item(event: StreamResponse): Shown {
    this.#written = event;
    return { done: false, value: [this.#numbered(event)] };
  }

  #numbered(event: StreamResponse): StreamItem {
    const id = this.#eventId;
    this.#eventId = undefined;
    return id !== undefined && /^\d{1,15}$/.test(id) ? { event, seq: Number(id) } : { event };
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { signal, leave } = this.#parts;
    signal.removeEventListener("abort", this.#forward);
    leave();
    this.#stop.abort(new DOMException("the caller left", "AbortError"));
    // Waiters are notified through the signal, so this rejection can be ignored.
    this.#events.return().catch(() => undefined);
  }
}

/** Frees the content of an event: the reader of the agent's stream keeps the event itself until the next one comes. */
function dropContent(event: StreamResponse): void {
  if ("task" in event) {
    event.task.artifacts = [];
    event.task.history = [];
  } else if ("artifactUpdate" in event) {
    event.artifactUpdate.artifact.parts = [];
  }
}
