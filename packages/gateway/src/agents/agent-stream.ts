import type { FollowedEvent } from "@a2a/client";

/** The link to the agent, as one of its streams needs it. */
export interface StreamLink {
  /** Throws while the circuit breaker of the agent is open. */
  admit(): void;
  open(): Promise<AsyncIterator<FollowedEvent, void, void>>;
  onEvent(): void;
  /** An error in terms of the caller. */
  judge(error: unknown): unknown;
}

type Read = IteratorResult<FollowedEvent, void>;

/** A stream of an agent. Not an async generator, which holds on to its last event while it waits for the next. */
export class AgentStream implements AsyncIterableIterator<FollowedEvent, void, void> {
  readonly #link: StreamLink;
  #events: AsyncIterator<FollowedEvent, void, void> | undefined;
  #isOver = false;
  readonly #took = (read: Read) => {
    if (!read.done) this.#link.onEvent();
    return read;
  };
  readonly #failed = (error: unknown) => {
    throw this.#link.judge(error);
  };

  constructor(link: StreamLink) {
    this.#link = link;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Read> {
    return this.#events ? this.#events.next().then(this.#took, this.#failed) : this.#begin();
  }

  async #begin(): Promise<Read> {
    if (this.#isOver) return { done: true, value: undefined };
    this.#link.admit();
    try {
      this.#events = await this.#link.open();
      return this.#took(await this.#events.next());
    } catch (error) {
      return this.#failed(error);
    }
  }

  async return(): Promise<Read> {
    this.#isOver = true;
    await this.#events?.return?.();
    return { done: true, value: undefined };
  }
}
