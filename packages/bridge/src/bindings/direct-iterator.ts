/**
 * An iterator whose results can be used on the spot. In a chain of iterators `next` makes a promise at every step, and at each of
 * them a reader among a thousand waits for all others. Here what is to be done with a result is handed down to where results come
 * from, once for all of them.
 */
export interface DirectIterator<T> extends AsyncIterableIterator<T, undefined> {
  /** Returns what does something with the next result, or with the error in its place, and resolves with what comes of it. */
  reader<R>(use: Use<T, R>, fail: (error: unknown) => R): () => Promise<R>;
}

/** What is done with a result. */
export type Use<T, R> = (result: IteratorResult<T, undefined>) => R;

/** Reads any iterator, on the spot where it can be. An error is thrown where nothing else is done with it. */
export function readerOf<T, R>(
  iterator: AsyncIterator<T>,
  use: Use<T, R>,
  fail: (error: unknown) => R = rethrow,
): () => Promise<R> {
  return isDirect(iterator) ? iterator.reader(use, fail) : () => iterator.next().then(use, fail);
}

/** An iterator for readers, and for those who ask for its results as of any other. */
export function directIterator<T>(reader: DirectIterator<T>["reader"], end: () => Promise<unknown>): DirectIterator<T> {
  let next: (() => Promise<IteratorResult<T, undefined>>) | undefined;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    reader,
    next() {
      next ??= reader<IteratorResult<T, undefined>>(same, rethrow);
      return next();
    },
    async return() {
      await end();
      return { done: true, value: undefined };
    },
  };
}

function isDirect<T>(iterator: AsyncIterator<T>): iterator is DirectIterator<T> {
  return "reader" in iterator;
}

function same<T>(value: T): T {
  return value;
}

function rethrow(error: unknown): never {
  throw error;
}
