/**
 * An iterator whose results can be used on the spot. `next` makes a promise for every step of a chain of iterators, and a reader among
 * a thousand waits at each of them for all others; `read` hands what is to be done with a result down to where it comes from.
 */
export interface DirectIterator<T> extends AsyncIterableIterator<T, undefined> {
  /** Does something with the next result, or with the error in its place; resolves with what comes of it. */
  read<R>(use: Use<T, R>, fail: (error: unknown) => R): Promise<R>;
}

/** What is done with a result. */
export type Use<T, R> = (result: IteratorResult<T, undefined>) => R;

/** Reads any iterator, on the spot where it can be. */
export function readNext<T, R>(iterator: AsyncIterator<T>, use: Use<T, R>, fail: (error: unknown) => R): Promise<R> {
  return isDirect(iterator) ? iterator.read(use, fail) : iterator.next().then(use, fail);
}

/** An iterator that is read directly, for those who ask for its results as of any other. */
export function directIterator<T>(
  parts: Pick<DirectIterator<T>, "read"> & { return(): Promise<unknown> },
): DirectIterator<T> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    read: parts.read,
    next: () => parts.read<IteratorResult<T, undefined>>(same, rethrow),
    async return() {
      await parts.return();
      return { done: true, value: undefined };
    },
  };
}

function isDirect<T>(iterator: AsyncIterator<T>): iterator is DirectIterator<T> {
  return "read" in iterator;
}

function same<T>(value: T): T {
  return value;
}

function rethrow(error: unknown): never {
  throw error;
}
