import { type DirectIterator, directIterator, readerOf, type Use } from "./direct-iterator.ts";
import type { StreamItem } from "./reply.ts";

/** How the events of a stream are written. */
export interface StreamWriter {
  batch(items: readonly StreamItem[]): string;
  /** What stands after the last event; empty when nothing does. */
  end(): string;
  /** What stands in the place of the rest when something breaks. */
  error(error: unknown): string;
}

/** The text of a stream, batch by batch. */
export function streamText(
  batches: AsyncIterable<readonly StreamItem[]>,
  writer: StreamWriter,
): DirectIterator<string> {
  const source = batches[Symbol.asyncIterator]();
  let isOver = false;
  const write = ({ done, value }: IteratorResult<readonly StreamItem[]>): Written => {
    try {
      if (!done) return { done: false, value: writer.batch(value) };
      isOver = true;
      const text = writer.end();
      return text === "" ? DONE : { done: false, value: text };
    } catch (error) {
      return fail(error);
    }
  };
  const fail = (error: unknown): Written => {
    isOver = true;
    return { done: false, value: writer.error(error) };
  };
  return directIterator(
    <R>(use: Use<string, R>) => {
      const next = readerOf(
        source,
        (batch) => use(write(batch)),
        (error) => use(fail(error)),
      );
      return (): Promise<R> => (isOver ? Promise.resolve<Written>(DONE).then(use) : next());
    },
    async () => {
      isOver = true;
      await source.return?.();
    },
  );
}

type Written = IteratorResult<string, undefined>;

const DONE = { done: true as const, value: undefined };
