/** A stream that has begun: its first event, or its failure, is there. What is not read of it is closed by leaving it. */
export async function opened<T>(stream: AsyncGenerator<T, void, void>): Promise<AsyncGenerator<T, void, void>> {
  return new OpenedStream(stream, await stream.next());
}

/** A stream whose first event has been asked for, from the beginning. */
export function replayed<T>(
  first: Read<T> | Promise<Read<T>>,
  rest: AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  return new OpenedStream(rest, first);
}

/** A stream that is opened when it is first read. */
export function openedLater<T>(open: () => Promise<AsyncGenerator<T, void, void>>): AsyncGenerator<T, void, void> {
  return new OpenedStream(open);
}

type Read<T> = IteratorResult<T, void>;
const DONE = { done: true as const, value: undefined };

/** Not an async generator: each of those takes a kilobyte and keeps its last event alive while it waits for the next. */
class OpenedStream<T> implements AsyncGenerator<T, void, void> {
  #open: (() => Promise<AsyncGenerator<T, void, void>>) | undefined;
  #stream: AsyncGenerator<T, void, void> | Promise<AsyncGenerator<T, void, void>> | undefined;
  #first: Read<T> | Promise<Read<T>> | undefined;

  constructor(
    stream: AsyncGenerator<T, void, void> | (() => Promise<AsyncGenerator<T, void, void>>),
    first?: Read<T> | Promise<Read<T>>,
  ) {
    if (typeof stream === "function") this.#open = stream;
    else this.#stream = stream;
    this.#first = first;
  }

  next(): Promise<Read<T>> {
    const first = this.#first;
    this.#first = undefined;
    if (first) return Promise.resolve(first);
    const stream = this.#stream;
    return stream && "next" in stream ? stream.next() : this.#begin();
  }

  async #begin(): Promise<Read<T>> {
    this.#stream ??= this.#open?.();
    this.#open = undefined;
    if (this.#stream === undefined) return DONE;
    try {
      this.#stream = await this.#stream;
    } catch (error) {
      this.#stream = undefined;
      throw error;
    }
    return this.#stream.next();
  }

  async return(): Promise<Read<T>> {
    const stream = this.#stream;
    this.#open = this.#stream = this.#first = undefined;
    // One that could not be opened is over as well.
    await Promise.resolve(stream).then(
      (open) => open?.return(),
      () => undefined,
    );
    return DONE;
  }

  async throw(error: unknown): Promise<never> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
