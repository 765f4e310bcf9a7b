/** A stream that has begun: its first event, and those that follow. Leaving `rest` closes the connection. */
export interface OpenStream<T> {
  /** Absent where the stream ended without an event. */
  readonly first: T | undefined;
  readonly rest: AsyncIterableIterator<T, void>;
}

/** Waits for the first event of a stream. */
export async function openStream<T>(rest: AsyncIterableIterator<T, void>): Promise<OpenStream<T>> {
  const { done, value } = await rest.next();
  return { first: done ? undefined : value, rest };
}

/** A stream of one event. */
export function single<T>(first: T): OpenStream<T> {
  return { first, rest: new LazyStream<T>(undefined) };
}

/** The events of a stream that is opened when it is first read. */
export function lazily<T>(open: () => Promise<OpenStream<T>>): AsyncGenerator<T, void, void> {
  return new LazyStream(open);
}

/** All events of a stream that has begun. */
export function prepend<T>({ first, rest }: OpenStream<T>): AsyncGenerator<T, void, void> {
  return new LazyStream(undefined, rest, first);
}

type Read<T> = IteratorResult<T, void>;
const DONE = { done: true as const, value: undefined };

/** Not an async generator: each of those takes a kilobyte and keeps its last event alive while it waits for the next. */
class LazyStream<T> implements AsyncGenerator<T, void, void> {
  #open: (() => Promise<OpenStream<T>>) | undefined;
  #opening: Promise<OpenStream<T>> | undefined;
  #rest: AsyncIterator<T, void> | undefined;
  #first: T | undefined;

  constructor(open: (() => Promise<OpenStream<T>>) | undefined, rest?: AsyncIterator<T, void>, first?: T | undefined) {
    this.#open = open;
    this.#rest = rest;
    this.#first = first;
  }

  next(): Promise<Read<T>> {
    const value = this.#first;
    this.#first = undefined;
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#rest) return this.#rest.next();
    return this.#open || this.#opening ? this.#begin() : Promise.resolve(DONE);
  }

  async #begin(): Promise<Read<T>> {
    this.#opening ??= this.#open?.();
    this.#open = undefined;
    try {
      const opened = await this.#opening;
      // It may have been left, or opened by another reader, meanwhile.
      if (this.#opening && opened) {
        this.#rest = opened.rest;
        this.#first = opened.first;
      }
    } finally {
      this.#opening = undefined;
    }
    return this.next();
  }

  async return(): Promise<Read<T>> {
    const [rest, opening] = [this.#rest, this.#opening];
    this.#open = this.#opening = this.#rest = this.#first = undefined;
    await rest?.return?.();
    // One that could not be opened is over as well.
    await opening?.then(
      (opened) => opened.rest.return?.(),
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
