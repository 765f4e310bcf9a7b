import type { StreamItem } from "./reply.ts";

/** How the events of a stream are written. */
export interface StreamWriter {
  batch(items: readonly StreamItem[]): string;
  /** What stands after the last event; empty when nothing does. */
  end(): string;
  /** What stands in the place of the rest when something breaks. */
  error(error: unknown): string;
}

/**
 * The text of a stream, batch by batch. Iterators by hand, since a chain of async generators costs more than writing the events
 * does.
 */
export function streamText(
  batches: AsyncIterable<readonly StreamItem[]>,
  writer: StreamWriter,
): AsyncIterableIterator<string> {
  let source: AsyncIterator<readonly StreamItem[]> | undefined;
  let isOver = false;
  const write = ({ done, value }: IteratorResult<readonly StreamItem[]>): IteratorResult<string, undefined> => {
    try {
      if (!done) return { done: false, value: writer.batch(value) };
      isOver = true;
      const text = writer.end();
      return text === "" ? DONE : { done: false, value: text };
    } catch (error) {
      return fail(error);
    }
  };
  const fail = (error: unknown): IteratorResult<string, undefined> => {
    isOver = true;
    return { done: false, value: writer.error(error) };
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (isOver) return Promise.resolve(DONE);
      source ??= batches[Symbol.asyncIterator]();
      return source.next().then(write, fail);
    },
    async return() {
      isOver = true;
      await source?.return?.();
      return DONE;
    },
  };
}

const DONE = { done: true as const, value: undefined };
