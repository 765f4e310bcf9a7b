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
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (isOver) return DONE;
      try {
        source ??= batches[Symbol.asyncIterator]();
        const { done, value } = await source.next();
        if (!done) return { done: false, value: writer.batch(value) };
        isOver = true;
        const text = writer.end();
        return text === "" ? DONE : { done: false, value: text };
      } catch (error) {
        isOver = true;
        return { done: false, value: writer.error(error) };
      }
    },
    async return() {
      isOver = true;
      await source?.return?.();
      return DONE;
    },
  };
}

const DONE = { done: true as const, value: undefined };
